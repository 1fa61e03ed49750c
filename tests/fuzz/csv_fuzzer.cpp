// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/csv.hpp"
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  forewarp::test::answer([&] { static_cast<void>(forewarp::table::parse_csv(forewarp::test::text_of(data, size))); });
  return 0;
}
