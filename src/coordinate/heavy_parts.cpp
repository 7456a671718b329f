// SPDX-License-Identifier: MIT-0
#include "coordinate/heavy_parts.hpp"

#include <utility>

namespace batt {

std::optional<Sheet> HeavyParts::take() {
    if (left_.empty()) return {};
    std::optional<Sheet> part = std::move(left_.front());
    left_.pop_front();
    return part;
}

std::optional<Sheet> HeavyParts::take_lent() {
    std::optional<Sheet> part;
    for (auto& loan : loans_) {
        for (auto lent = loan.rbegin(); lent != loan.rend() && !part; ++lent) {
            part = std::exchange(*lent, std::nullopt);
        }
        if (part) break;
    }
    return part;
}

HeavyParts::Loan HeavyParts::lend(size_t count) {
    Loan loan = loans_.emplace(loans_.end());
    for (; count > 0 && !left_.empty(); --count) {
        loan->emplace_back(std::move(left_.back()));
        left_.pop_back();
    }
    return loan;
}

std::vector<std::optional<Sheet>> HeavyParts::settle(Loan loan) {
    std::vector<std::optional<Sheet>> lent = std::move(*loan);
    loans_.erase(loan);
    return lent;
}

} // namespace batt
