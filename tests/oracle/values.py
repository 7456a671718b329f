# SPDX-License-Identifier: MIT-0
"""Random arguments: what is usual, what is unusual, and numbers at which storage changes."""

EDGES = [0, 1, -1, 2, 9, 10, 30, 42, -42, 127, 128, -128, -129, 255, 256, 1023, 1024, 32767, 32768,
         -32768, -32769, 65535, 65536, 2**31 - 1, 2**31, -2**31, -2**31 - 1, 2**40, 2**59, -2**59,
         True, False]
ODD = [None, [], {"s": []}, [[]], [[], []], [[0]], [1], [1, 2, 3], [[1, 2], [3]], [True, False],
       [0, 0], [-1, -1], [2, 3], {"s": [0]}, {"s": [1, 2, 3]}, {"s": [[0, 0]]}, {"s": [[]]},
       {"s": [[1, [0, 0]]]}, {"s": [[1, [-2, 3]]]}, {"s": [{"s": [[1, [0, 0]]]}]}, [{"s": []}],
       {"s": [{"s": []}]}]
WIDTHS = [1, 2, 3, 4, 5, 7, 10, 29, 30, 31, 32, 33, 63, 64, 65]
WIDE = [127, 128, 129, 255, 256, 257, 300]
COLORS = [None, [], [1, 2], [0, [0, 0]], {"s": []}, {"s": [1]}, True, -1, -2]
MAKERS = {"compose": "ff", "chain": "fff", "fork": "fff", "matcher": "fv", "rbind": "fv",
          "lbind": "fv"}  # of closures: what they capture, functions and values
COUNTS = [0, 1, 2, 3, 4, 5, 8, 18, 19, 20, 60, 76, 77, 78]  # sets grow at some of them


class Values:
    """Makes them as JSON data. `places` has recorded arguments, by function and position."""

    def __init__(self, rng, names, places):
        self.rng, self.names, self.places = rng, names, places
        self.recorded = [a for lists in places.values() for a in lists]

    def chance(self, share):
        return self.rng.random() < share

    def edge(self):
        n = self.rng.choice(EDGES)
        return n + self.rng.choice([-1, 0, 1]) if self.chance(0.2) else n

    def number(self):
        return self.edge() if self.chance(0.4) else self.rng.randint(-3, 12)

    def grid(self):
        rng = self.rng
        small = self.chance(0.6)
        h = rng.randint(1, 7) if small else rng.choice([1, 2, 3, 30, 31])
        w = rng.randint(1, 7) if small else rng.choice(WIDTHS)
        if self.chance(0.03):
            h, w = rng.choice([1, 2]), rng.choice(WIDE)
        colors = rng.choice([2, 3, 10])
        empty = rng.random()
        made = [[0 if self.chance(empty) else rng.randrange(colors) for _ in range(w)]
                for _ in range(h)]
        if self.chance(0.3):
            made[rng.randrange(h)][rng.randrange(w)] = self.edge()
        if self.chance(0.1):
            made[rng.randrange(h)].pop()
        if self.chance(0.05):
            made[rng.randrange(h)] = {"s": made[0]}
        if self.chance(0.05):
            made[rng.randrange(h)] = rng.choice(ODD)
        return made

    def place(self, low, span):
        return [self.rng.randint(low, low + span), self.rng.randint(low, low + span)]

    def patch(self):
        rng = self.rng
        low = self.edge() if self.chance(0.2) else rng.choice([0, 0, -3])
        span = rng.choice([2, 4, 8, 31, 64, 130])
        members = [self.place(low, span) for _ in range(rng.choice(COUNTS))]
        if members and self.chance(0.1):
            members[0] = [self.edge(), self.edge()]
        if members and self.chance(0.03):
            members[-1] = rng.choice(ODD)
        if self.chance(0.5):
            color = self.number()
            one = self.chance(0.5)
            if self.chance(0.1):
                color, one = rng.choice(COLORS), True
            members = [[color if one else rng.randint(0, 9), p] for p in members]
        return {"s": members} if self.chance(0.95) else members

    def patches(self):
        made = [self.patch() for _ in range(self.rng.randint(0, 5))]
        return {"s": made} if self.chance(0.7) else made

    def numbers(self):
        made = [self.number() for _ in range(self.rng.choice(COUNTS))]
        return {"s": made} if self.chance(0.5) else made

    def function(self, depth=0):
        """A primitive, or a closure of some."""
        if depth == 3 or self.chance(0.5):
            return {"f": self.rng.choice(self.names)}
        maker, captures = self.rng.choice(list(MAKERS.items()))
        captured = [self.function(depth + 1) if c == "f" else self.captured() for c in captures]
        return {"f": [maker, *captured]}

    def captured(self):
        kinds = [self.number, self.number, self.patch, self.grid, self.patches,
                 lambda: self.place(-2, 12), lambda: self.rng.choice(ODD), self.function]
        return self.rng.choice(kinds)()

    def any(self, depth=0):
        rng = self.rng
        kind = rng.randrange(12)
        if kind <= 1:
            return self.grid()
        if kind <= 3:
            return self.patch()
        if kind == 4:
            return self.patches()
        if kind == 5:
            return self.numbers()
        if kind == 6:
            return self.number()
        if kind == 7:
            return rng.choice(ODD)
        if kind == 8:
            return self.function()
        if kind == 9 and depth < 2:
            return [self.any(depth + 1) for _ in range(rng.randint(0, 3))]
        return rng.choice(self.recorded)

    def at(self, function, position):
        """What may stand there: recorded, or of the kind that was."""
        usual = self.rng.choice(self.places.get((function, position), self.recorded))
        if self.chance(0.4):
            return usual
        if isinstance(usual, int):
            return self.number()
        if isinstance(usual, dict) and "f" in usual:
            return self.function()
        if isinstance(usual, dict) and "s" in usual:
            of_sets = usual["s"] and isinstance(usual["s"][0], dict)
            return self.patches() if of_sets else self.patch()
        if isinstance(usual, list) and usual and isinstance(usual[0], list):
            return self.grid()
        if isinstance(usual, list) and self.chance(0.5):
            return [self.number(), self.number()]
        return usual

    def like(self, a):
        """Another value, little different."""
        rng = self.rng
        if self.chance(0.2):
            return self.any()
        if isinstance(a, bool):
            return rng.choice([not a, int(a), None])
        if isinstance(a, int):
            return rng.choice([a + 1, a - 1, -a, 0, 1, True, self.number()])
        if isinstance(a, list) and a:
            return self.list_like(a)
        if isinstance(a, dict) and a.get("s"):
            made = self.list_like(a["s"])
            return {"s": made} if isinstance(made, list) and self.chance(0.85) else made
        return self.any()

    def list_like(self, a):
        made = list(a)
        k = self.rng.randrange(len(made))
        change = self.rng.randrange(7)
        if change <= 1:
            made[k] = self.like(made[k])
        elif change == 2:
            del made[k]
        elif change == 3:
            made.insert(k, self.rng.choice(made))
        elif change == 4:
            made.reverse()
        elif change == 5:
            made[k], made[0] = made[0], made[k]
        else:
            return {"s": made}
        return made
