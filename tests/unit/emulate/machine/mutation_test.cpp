// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The short form of tests/fuzz/ptx_run_fuzzer: programs with lines and numbers changed at random run or fault, they do
// not crash or hang.
#include "fuzz/ptx_run_check.hpp"
#include "mutated.hpp"

namespace forewarp::emu::test {
namespace {

TEST(Mutation, ProgramsChangedAtRandomRunOrFault) {
  std::mt19937 random(1);
  EXPECT_NO_THROW(forewarp::test::run_whatever_it_is(program));
  for (int i = 0; i < 2000; ++i) {
    const std::string text = mutated(random);
    SCOPED_TRACE(text);
    EXPECT_NO_THROW(forewarp::test::run_whatever_it_is(text));
  }
}

}  // namespace
}  // namespace forewarp::emu::test
