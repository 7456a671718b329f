// SPDX-License-Identifier: MIT-0
// Fast ways of primitives against the long way, written down once more: the same values in the same
// tables, for the same steps, and for no more memory.
#include "dsl/all.hpp"
#include "support/arena.hpp"
#include "support/notation.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace batt::testing {
namespace {

using Call = Value (*)(Lane&, const Value*);

struct Answered {
    std::string text; ///< the value, or the failure
    uint32_t slots = 0;
    uint64_t steps = 0;
    uint32_t peak = 0;
};

class Shortcuts : public ::testing::Test {
protected:
    Answered run(Call call, const std::vector<std::string>& arguments, uint64_t budget,
                 bool with_toll = false) {
        Lane& lane = arena.fresh();
        std::vector<Value> values;
        values.reserve(arguments.size());
        for (const std::string& text : arguments) values.push_back(evaluate(lane, text));
        EXPECT_FALSE(lane.failed()) << arguments[0];
        lane.refill(budget);
        Value value;
        {
            Scratch scope(lane);
            auto work = [&] { return call(lane, values.data()); };
            value = with_toll ? dsl::with_toll(lane, values.data(), values.size(), work) : work();
        }
        Answered out;
        out.steps = budget - lane.steps_left();
        out.peak = lane.peak();
        out.text = lane.failed() ? std::string("!") + fault_name(lane.fault()) : "";
        if (!lane.failed()) out.text = render(lane, value);
        if (!lane.failed() && value.is_set()) out.slots = SetView(lane, value).slots();
        return out;
    }

    /// `fast` is a body, which asks for its toll itself.
    void expect_alike(Call fast, Call plain, const std::vector<std::string>& arguments) {
        constexpr uint64_t plenty = 10'000'000;
        uint64_t needed = run(plain, arguments, plenty, true).steps;
        for (uint64_t budget :
             {plenty, needed, needed > 0 ? needed - 1 : 0, needed / 2, needed / 7, uint64_t{3}}) {
            Answered a = run(fast, arguments, budget);
            Answered b = run(plain, arguments, budget, true);
            EXPECT_EQ(a.text, b.text) << arguments.back() << " with " << budget;
            EXPECT_EQ(a.slots, b.slots) << arguments.back() << " with " << budget;
            EXPECT_EQ(a.steps, b.steps) << arguments.back() << " with " << budget;
            if (budget >= needed) {
                EXPECT_LE(a.peak, b.peak) << arguments.back();
            }
        }
    }

    TestArena arena{32 << 20};
};

Value plain_prapply(Lane& lane, const Value* args) {
    MutableSet out(lane, 64);
    dsl::PreparedPair call(lane, args[0]);
    for (uint32_t y = 0; y < length(args[2]) && !lane.failed(); ++y) {
        for (uint32_t x = 0; x < length(args[1]); ++x) {
            uint32_t mark = lane.mark();
            Value v = call(item(lane, args[1], x), item(lane, args[2], y));
            if (lane.failed()) break;
            if (out.add(v)) {
                lane.release(mark, v);
            } else {
                lane.release(mark);
            }
        }
    }
    lane.leave_generator();
    return out.finish();
}

TEST_F(Shortcuts, PrapplyCallsForAnArgumentThatIsIgnoredTwiceOnly) {
    const std::string places = "apply(neighbors, asindices(canvas(0, (6, 7))))";
    const std::string tuples = "apply(lbind(astuple, True), interval(0, 30, 1))";
    const std::string large = "(asindices(canvas(0, (4, 5))), asindices(canvas(0, (6, 7))), "
                              "asindices(canvas(0, (9, 9))), asindices(canvas(0, (2, 2))))";
    for (const char* function : {"other", "lbind(branch, True)", "lbind(branch, False)",
                                 "lbind(branch, fs())", "rbind(branch, 7)", "branch", "combine"}) {
        for (const std::string& a : {places, tuples, large, std::string("interval(0, 9, 1)"),
                                     std::string("()"), std::string("(1, 2, 3, identity, size)")}) {
            for (const std::string& b :
                 {places, tuples, large, std::string("(3, fs(), 3, None, size)"),
                  std::string("(fs(1), (2, 2), 5)"), std::string("fs(4)"), std::string("()"),
                  std::string("(-1, -2, (-1,), (-2,))")}) {
                expect_alike(dsl::body<dsl::Prapply>, plain_prapply, {function, a, b});
            }
        }
    }
    EXPECT_EQ(outcome(arena.fresh(), "prapply(other, fs(fs((0, 0))), (1, 2, 3, (0, 0)))"),
              "!RuntimeError");
    EXPECT_EQ(outcome(arena.fresh(), "prapply(lbind(branch, True), 5, (1, 2, 3))"), "!TypeError");
}

Value plain_upscale(Lane& lane, const Value* args) {
    int64_t times = args[1].num < 0 ? 0 : args[1].num;
    uint32_t n = length(args[0]);
    if (!lane.step(static_cast<uint64_t>(times * times) * n)) return Value::none();
    dsl::Extent box = dsl::extent_of(lane, args[0]);
    MutableSet origin(lane, n);
    for (uint32_t k = 0; k < n; ++k) {
        Value cell = item(lane, args[0], k);
        origin.add_cell(cell.color(), cell.i() - box.rows.lo, cell.j() - box.cols.lo);
    }
    MutableSet large(lane, static_cast<uint64_t>(times * times) * n);
    origin.each([&](uint32_t id) {
        Value cell = origin.key_value(id);
        for (int64_t a = 0; a < times * times; ++a) {
            large.add_cell(cell.color(), cell.i() * times + a / times,
                           cell.j() * times + a % times);
        }
        return true;
    });
    large.copy();
    MutableSet back(lane, large.size());
    large.each([&](uint32_t id) {
        Value cell = large.key_value(id);
        back.add_cell(cell.color(), cell.i() + box.rows.lo, cell.j() + box.cols.lo);
        return true;
    });
    return back.finish();
}

TEST_F(Shortcuts, UpscaleComparesNoCells) {
    for (const char* object :
         {"fs((3, (-2, 5)))", "fs((1, (0, 0)), (2, (0, 0)), (1, (3, -4)))",
          "recolor(4, asindices(canvas(0, (9, 11))))",
          "shift(recolor(-1, neighbors((0, 0))), (-20, 100))",
          "combine(recolor(-1, asindices(canvas(0, (5, 5)))), recolor(-2, neighbors((2, 2))))"}) {
        for (const char* factor : {"0", "-3", "1", "2", "3", "5", "17"}) {
            expect_alike(dsl::body<dsl::Upscale>, plain_upscale, {object, factor});
        }
    }
}

/// FSET of the elements of one set that are not in a container.
Value plain_difference(Lane& lane, const Value* args) {
    MutableSet kept(lane, length(args[0]));
    for (uint32_t k = 0; k < length(args[0]); ++k) {
        Value e = item(lane, args[0], k);
        if (!contains(lane, args[1], e)) kept.add(e);
    }
    return kept.finish();
}

TEST_F(Shortcuts, DifferenceOfPlacesLooksInABitmap) {
    const std::string many = "asindices(canvas(0, (30, 40)))";
    for (const std::string& minus :
         {std::string("asindices(canvas(0, (12, 9)))"), std::string("neighbors((30, 40))"),
          std::string("fs((-30000, -30000), (3, 3), (30000, 30000))"), std::string("fs((29, 39))"),
          std::string("shift(asindices(canvas(0, (20, 29))), (15, -3))"), many}) {
        Answered fast = run(dsl::body<dsl::Difference>, {many, minus}, 100'000);
        Answered plain = run(plain_difference, {many, minus}, 100'000, true);
        EXPECT_EQ(fast.text, plain.text) << minus;
        EXPECT_EQ(fast.slots, plain.slots) << minus;
        EXPECT_LE(fast.steps, 3 * 1200U / kCellsAStep) << minus; // the toll of all three
    }
}

TEST_F(Shortcuts, DifferenceLooksForTheElementsOfAShortTuple) {
    for (const char* set :
         {"asindices(canvas(0, (7, 5)))", "asobject(canvas(3, (6, 6)))", "fs((1, 2))"}) {
        for (const char* minus :
             {"(3, (2, 1))", "(2, 1)", "((1, 2), (0, 0), (1, 2), 5)", "((3, (1, 1)), (1, 1))",
              "((9, 9), (3, (9, 9)))", "((1, 1), (2, 2), (4, 4))", "((1, True), (True, 2), (0, 0))",
              "(((True, 2),), (2, 1), (3, (True, 1)))", "(fs((1, 1)), None, size, (0, 1))",
              "((0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 0), (1, 1), (1, 2), (1, 3))"}) {
            Answered fast = run(dsl::body<dsl::Difference>, {set, minus}, 100'000);
            Answered plain = run(plain_difference, {set, minus}, 100'000, true);
            EXPECT_EQ(fast.text, plain.text) << set << " less " << minus;
            EXPECT_EQ(fast.slots, plain.slots) << set << " less " << minus;
        }
    }
}

Value plain_product(Lane& lane, const Value* args) {
    uint32_t na = length(args[0]);
    uint32_t nb = length(args[1]);
    if (!lane.step(uint64_t{na} * nb)) return Value::none();
    MutableSet out(lane, uint64_t{na} * nb);
    // For numbers, had there been no other elements.
    if (lane.scratch<int16_t>(na) == nullptr || lane.scratch<int16_t>(nb) == nullptr) return {};
    Value* firsts = lane.scratch<Value>(na);
    uint64_t* states = lane.scratch<uint64_t>(na);
    for (uint32_t x = 0; x < na; ++x) {
        firsts[x] = item(lane, args[0], x);
        states[x] = tuple_hash_add(kTupleHashStart, hash(lane, firsts[x]));
    }
    for (uint32_t y = 0; y < nb && !lane.failed(); ++y) {
        Value second = item(lane, args[1], y);
        uint64_t h = hash(lane, second);
        for (uint32_t x = 0; x < na; ++x) {
            uint32_t mark = lane.mark();
            Value pair = make_pair(lane, firsts[x], second);
            if (!out.add(pair, tuple_hash_end(tuple_hash_add(states[x], h), 2))) lane.release(mark);
        }
    }
    return out.finish();
}

TEST_F(Shortcuts, ProductComparesNoPairsOfDifferentHashes) {
    const std::vector<std::string> containers = {
        "product(fs(-1, -2, 3), fs(fs(1), fs(2), fs((0, 0))))",
        "product(fs(fs(1), fs(2)), product(fs(True, 5, 7), fs(fs(), (1, True))))",
        "apply(neighbors, asindices(canvas(0, (5, 5))))",
        "asindices(canvas(0, (4, 5)))",
        "asobject(canvas(3, (3, 3)))",
        "interval(-3, 9, 1)",
        "(1, 1, (1, True), fs(2))",
        "fs(size, 1, first, (2, size))",
        "fs(0, 1, 2, fs())",
        "fs(5)",
        "((-1, fs()), (-2, fs()), fs())"};
    for (const std::string& a : containers) {
        for (const std::string& b : containers) {
            expect_alike(dsl::body<dsl::Product>, plain_product, {a, b});
        }
    }
    // Large enough for the table to be probed by its bitmap.
    const std::string many = "apply(neighbors, asindices(canvas(0, (9, 9))))";
    expect_alike(dsl::body<dsl::Product>, plain_product, {many, many});
}

Value plain_insert(Lane& lane, const Value* args) {
    MutableSet one(lane, 1);
    one.add(args[0]);
    Value single = one.freeze();
    if (lane.failed()) return Value::none();
    return set_union(lane, args[1], single);
}

TEST_F(Shortcuts, InsertCopiesATableThatStaysAsItIs) {
    auto listed = [](const std::string& element, int n) {
        std::string text = "fs(";
        for (int k = 0; k < n; ++k) {
            for (char c : element)
                text += c == '#' ? std::to_string(k * 37 % 101 - 3) : std::string(1, c);
            text += k + 1 < n ? ", " : ")";
        }
        return text;
    };
    const std::vector<std::string> values = {
        "34",     "-3",     "200",          "True",         "None",           "(34, 34)",
        "(7, 7)", "(1, 1)", "(4, (34, 1))", "(9, (90, 1))", "(1, True)",      "(40000, 1)",
        "fs()",   "fs(34)", "(1, 2, 3)",    "size",         "(2, (1, 1), 3)", "((1, True), 2)"};
    for (const char* element : {"#", "(#, 1)", "(#, #)", "(4, (#, 1))", "fs(#)", "(#, True)",
                                "((#, True), 2)", "(#, size)"}) {
        for (int n : {1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 18, 19, 20, 31, 37, 38, 40, 63, 70, 77}) {
            for (const std::string& value : values) {
                expect_alike(dsl::body<dsl::Insert>, plain_insert, {value, listed(element, n)});
            }
        }
    }
    for (const char* set :
         {"neighbors((0, 0))", "palette(((1, 2), (3, 4)))", "asindices(canvas(0, (9, 9)))",
          "asobject(canvas(2, (20, 20)))", "fs()", "box(asindices(canvas(0, (4, 4))))",
          "delta(fs((0, 0), (5, 5)))", "remove((0, 0), neighbors((1, 1)))"}) {
        for (const std::string& value : values) {
            expect_alike(dsl::body<dsl::Insert>, plain_insert, {value, set});
        }
    }
    const std::string deep = "power(initset, 200)(1)";
    expect_alike(dsl::body<dsl::Insert>, plain_insert, {deep, "fs(1, 2)"});
    EXPECT_EQ(outcome(arena.fresh(), "insert(" + deep + ", fs(1, 2))"), "!Limit");
    EXPECT_EQ(outcome(arena.fresh(), "insert(1, (1, 2))"), "!AttributeError");
}

TEST_F(Shortcuts, SetsAreEqualWhateverTheirOrder) {
    const std::string places = "asindices(canvas(0, (9, 9)))";
    const std::string less = "remove((0, 0), " + places + ")";
    auto compared = [&](std::string call, const std::string& other) {
        call += "(" + places + ", " + other + ")";
        return outcome(arena.fresh(), call);
    };
    EXPECT_EQ(compared("equality", "shift(shift(" + places + ", (3, 4)), (-3, -4))"), "True");
    EXPECT_EQ(compared("equality", "toindices(asobject(canvas(1, (9, 9))))"), "True");
    EXPECT_EQ(compared("equality", "insert((0, 0), " + less + ")"), "True");
    EXPECT_EQ(compared("equality", "insert((9, 0), " + less + ")"), "False");
    EXPECT_EQ(compared("greater", less), "True");
    EXPECT_EQ(compared("greater", "fs((4, 4), (9, 9))"), "False");
}

} // namespace
} // namespace batt::testing
