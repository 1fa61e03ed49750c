// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/demangle.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string name = forewarp::test::text_of(data, size);
  forewarp::test::answer([&] {
    static_cast<void>(forewarp::source::demangle(name));
    static_cast<void>(forewarp::source::kernel_signature(name));
  });
  return 0;
}
