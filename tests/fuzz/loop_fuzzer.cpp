// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A loop program is read, transformed, scheduled and written as source code.
#include "forewarp/symbolic/loop/generate/generate.hpp"
#include "forewarp/symbolic/loop/read.hpp"
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forewarp;
  test::answer([&] {
    const loop::Program program = loop::parse(test::text_of(data, size), "fuzz.loop");
    for (const auto target : {loop::Target::opencl, loop::Target::cpp})
      test::answer([&] { static_cast<void>(loop::generate(program, target)); });
  });
  return 0;
}
