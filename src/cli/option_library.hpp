// SPDX-License-Identifier: MIT-0
// Names of the option library, for headers that only refer to them.
#pragma once

namespace CLI { // NOLINT(readability-identifier-naming): as the library has it
class App;
class Validator;
} // namespace CLI
