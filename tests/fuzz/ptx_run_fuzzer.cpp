// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz/ptx_run_check.hpp"
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  forewarp::test::run_whatever_it_is(forewarp::test::text_of(data, size));
  return 0;
}
