// SPDX-License-Identifier: MIT-0
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace batt {

/// Why something could not be done: one line saying what, where and what to do.
struct Failure {
    std::string message;
};

/// A value, or why there is none.
template <class T>
class [[nodiscard]] Result {
public:
    // Implicit, so that a function returns the value or the failure as it is.
    Result(T value) : held_(std::move(value)) {}           // NOLINT(google-explicit-constructor)
    Result(Failure failure) : held_(std::move(failure)) {} // NOLINT(google-explicit-constructor)

    explicit operator bool() const { return std::holds_alternative<T>(held_); }
    T& operator*() { return std::get<T>(held_); }
    const T& operator*() const { return std::get<T>(held_); }
    T* operator->() { return &std::get<T>(held_); }
    const T* operator->() const { return &std::get<T>(held_); }
    const std::string& error() const { return std::get<Failure>(held_).message; }

private:
    std::variant<T, Failure> held_;
};

} // namespace batt
