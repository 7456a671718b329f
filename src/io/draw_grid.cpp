// SPDX-License-Identifier: MIT-0
#include "io/draw_grid.hpp"

#include <algorithm>

namespace batt {

namespace {

/// The terminal colours nearest to those ARC tasks are usually shown in.
constexpr int kPalette[kColors] = {16, 33, 196, 34, 220, 246, 201, 208, 117, 88};

void draw_row(std::string& out, const GridData& grid, uint32_t row, DrawStyle style) {
    if (row >= grid.rows) {
        out.append(2 * size_t{grid.cols}, ' ');
        return;
    }
    for (uint32_t col = 0; col < grid.cols; ++col) {
        uint8_t color = grid.cells[size_t{row} * grid.cols + col];
        if (style == DrawStyle::Coloured) {
            out += "\x1b[48;5;" + std::to_string(kPalette[color % kColors]) + "m  ";
        } else {
            out += static_cast<char>('0' + color);
            out += ' ';
        }
    }
    if (style == DrawStyle::Coloured) out += "\x1b[0m";
}

} // namespace

std::string draw_pair(const GridData& input, const GridData& output, DrawStyle style) {
    std::string out;
    uint32_t rows = std::max(input.rows, output.rows);
    for (uint32_t row = 0; row < rows; ++row) {
        out += "  ";
        draw_row(out, input, row, style);
        out += row == rows / 2 ? "  ->  " : "      ";
        draw_row(out, output, row, style);
        while (out.back() == ' ') out.pop_back();
        out += '\n';
    }
    return out;
}

} // namespace batt
