// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The three ways to fail, never mixed (docs/errors.md): a request that cannot be served is an exception from this
/// tree; an expected outcome is an optional or a summary; our own bug is FOREWARP_ASSERT. Only main() catches all.

#include <stdexcept>
#include <string>
#include <string_view>

#include "forewarp/support/source_location.hpp"

namespace forewarp {

/// Root of everything the library throws on purpose. `what()` is one line that a user can act on.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The user's input is wrong (exit status 2): an option, a file, a launch that does not fit.
class InputError : public Error {
 public:
  using Error::Error;
};

/// Text input is wrong at a place; what() is "file:line:column: message".
class ParseError : public InputError {
 public:
  ParseError(SourceLocation where, std::string_view message);
  [[nodiscard]] const SourceLocation& where() const { return where_; }

 private:
  SourceLocation where_;
};

/// Something needed is not there (exit status 3): a compiler, a library, a device, a permission; the message names it.
class Unavailable : public Error {
 public:
  using Error::Error;
};

/// A device or driver call failed (exit status 3); the message names the call and its code.
class DeviceError : public Error {
 public:
  using Error::Error;
};

namespace detail {
[[noreturn]] void assertion_failed(const char* condition, const char* sentence, const char* file, int line);
}  // namespace detail
}  // namespace forewarp

/// States what must hold unless forewarp itself has a bug; never reached by user input.
#define FOREWARP_ASSERT(condition, sentence) \
  ((condition) ? void(0) : ::forewarp::detail::assertion_failed(#condition, sentence, __FILE__, __LINE__))
