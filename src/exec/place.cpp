// SPDX-License-Identifier: MIT-0
#include "exec/place.hpp"

#include "value/tuple.hpp"

#include <algorithm>
#include <vector>

namespace batt {

Value place_grid(Lane& lane, const GridData& grid) {
    NewGrid made = make_grid(lane, grid.rows, grid.cols);
    if (made.cells != nullptr) {
        std::transform(grid.cells.begin(), grid.cells.end(), made.cells,
                       [](uint8_t cell) { return static_cast<int8_t>(cell); });
    }
    return made.value;
}

Value place_samples(Lane& lane, const Task& task) {
    std::vector<Value> pairs;
    for (const Example& example : task.train) {
        Value input = place_grid(lane, example.input);
        Value output = place_expected(lane, example);
        if (lane.failed()) return Value::none();
        pairs.push_back(make_pair(lane, input, output));
    }
    return make_tuple(lane, pairs.data(), pairs.size());
}

Value place_expected(Lane& lane, const Example& example) {
    return example.output ? place_grid(lane, *example.output) : Value::none();
}

bool equals_grid(const Lane& lane, Value value, const GridData& grid) {
    if (!value.is_tuple() || length(value) != grid.rows) return false;
    if (value.kind() == Kind::Grid) {
        return value.cols() == grid.cols &&
               std::equal(grid.cells.begin(), grid.cells.end(), lane.at<int8_t>(value.ref()));
    }
    // Row by row and cell by cell, because a plain tuple with bools in it can equal a grid.
    for (uint32_t i = 0; i < grid.rows; ++i) {
        Value row = item(lane, value, i);
        if (!row.is_tuple() || length(row) != grid.cols) return false;
        for (uint32_t j = 0; j < grid.cols; ++j) {
            Value cell = item(lane, row, j);
            if (!cell.is_int() || cell.num != grid.cells[size_t{i} * grid.cols + j]) return false;
        }
    }
    return true;
}

} // namespace batt
