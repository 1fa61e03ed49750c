// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "fuzz/ptx_run_check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  forewarp::test::run_whatever_it_is(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
