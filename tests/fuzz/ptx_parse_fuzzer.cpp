// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>

#include "fuzz/ptx_check.hpp"
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto failure = forewarp::test::ptx_failure(forewarp::test::text_of(data, size));
  if (!failure) return 0;
  std::fprintf(stderr, "%s\n", failure->c_str());
  std::abort();
}
