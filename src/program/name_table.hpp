// SPDX-License-Identifier: MIT-0
#pragma once

#include "program/program.hpp"

#include <string_view>
#include <vector>

namespace batt {

/// Names and what they stand for. Forgetting all of them costs nothing, so that one table serves
/// every solver of a file. Holds views: the text must outlive the table.
class NameTable {
public:
    NameTable();

    /// What `name` stands for, or null.
    const Operand* find(std::string_view name) const;
    /// Binds `name`, over an older meaning if there is one.
    void set(std::string_view name, Operand meaning);
    void clear();

private:
    struct Slot {
        uint64_t hash = 0;
        std::string_view name;
        Operand meaning{};
        uint32_t generation = 0; ///< the slot is free unless this is the table's
    };

    size_t slot_of(std::string_view name, uint64_t hash) const;
    void grow();

    std::vector<Slot> slots_;
    size_t used_ = 0;
    uint32_t generation_ = 1;
    uint64_t seed_;
};

} // namespace batt
