// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What every fuzz target has in common: any bytes are answered with a value or with an error that says what is wrong.
/// Everything else that libFuzzer and the sanitizers see is a bug: another exception, a crash, a leak, a hang.
#include <cstddef>
#include <cstdint>
#include <string>

#include "forewarp/support/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace forewarp::test {

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Calls the function; a refusal is an answer too.
void answer(auto&& function) {
  try {
    function();
  } catch (const Error&) {
  }
}

}  // namespace forewarp::test
