// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Atomic additions: many work-items add to one element.
#include <gtest/gtest.h>

#include "emulated.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/transform/show.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::loop;
using namespace forewarp::loop::test;

const std::string histogram =
    "domain { [i,k] : 0 <= i < n and 0 <= k < 4 }\n"
    "assume n >= 1\n"
    "global h: f32[3]\nglobal x: f32[n]\n"
    "h[(i + k) % 3] += x[i]\n"
    "---\n"
    "split i 32 outer g.0 inner l.0\n";

const std::string through_local =
    "domain { [g,l] : 0 <= g < n and 0 <= l < 64 }\ndomain { [e] : 0 <= e < 1 }\ndomain { [s] : 0 <= s < 1 }\n"
    "assume n >= 1\n"
    "local t: f32[1]\nglobal h: f32[n]\nglobal x: f32[n, 64]\n"
    "zero: t[e] = 0.0 within g\n"
    "add: t[0] += x[g,l] after zero\n"
    "store: h[g] = t[s] after add\n"
    "---\n"
    "tag g:g.0, l:l.0\n";

void expect_sums(const std::string& text, std::size_t inputs, Target target) {
  const Program program = program_of(text);
  const auto code = compiled(generate(program, target), target);
  if (!code) GTEST_SKIP() << "no compiler";
  const Sizes sizes{{"n", 100}};
  const Arrays expected = run(parse_file(text, "stated").program, sizes, {{"x", inputs}});
  Arrays arrays;
  arrays["x"] = numbers(inputs, 1);

  emulate(program, *code, sizes, arrays);

  ASSERT_NE(expected.at("h"), std::vector<double>(expected.at("h").size(), 0.0));
  EXPECT_EQ(arrays.at("h"), expected.at("h"));
}

TEST(LoopAtomic, CudaAddsToElementsThatWorkItemsShare) { expect_sums(histogram, 100, Target::cuda); }
TEST(LoopAtomic, OpenClAddsToElementsThatWorkItemsShare) { expect_sums(histogram, 100, Target::opencl); }
TEST(LoopAtomic, CudaAddsToLocalMemory) { expect_sums(through_local, 6400, Target::cuda); }
TEST(LoopAtomic, OpenClAddsToLocalMemory) { expect_sums(through_local, 6400, Target::opencl); }

TEST(LoopAtomic, WholeNumbersUseWhatTheTargetHas) {
  const Program program = program_of(
      "domain { [i] : 0 <= i < n }\nassume n >= 1\nglobal h: i32[1]\nh[0] += 1 within i\n"
      "---\nsplit i 32 outer g.0 inner l.0\n");

  EXPECT_NE(generate(program, Target::opencl).find("atomic_add(&h[0], 1);"), std::string::npos);
  EXPECT_NE(generate(program, Target::cuda).find("atomicAdd(&h[0], 1);"), std::string::npos);
  EXPECT_NE(generate(program, Target::cpp).find("h[0] += 1;"), std::string::npos);
  EXPECT_NE(show(program).find("h[0] += 1"), std::string::npos);
}

TEST(LoopAtomic, WithoutItTheSameAdditionIsARace) {
  EXPECT_THROW(
      (void)program_of("domain { [i] : 0 <= i < n }\nassume n >= 1\nglobal h: f32[1]\nh[0] = h[0] + 1.0 within i\n"
                       "---\nsplit i 32 outer g.0 inner l.0\n"),
      InputError);
}

TEST(LoopAtomic, APlainWriteBesideItIsARace) {
  EXPECT_THROW(
      (void)program_of("domain { [i] : 0 <= i < n }\nassume n >= 1\nglobal h: f32[n]\na: h[0] += 1.0 within i\n"
                       "b: h[i] = 2.0 after a\n---\nsplit i 32 outer g.0 inner l.0\n"),
      InputError);
}

TEST(LoopAtomic, AScalarOfAWorkItemsOwnIsRefused) {
  EXPECT_THROW((void)parse_file("domain { [i] : 0 <= i < n }\nprivate x: f32\nx += 1.0 within i\n", "own"), ParseError);
}

TEST(LoopAtomic, TypesThatTargetsDoNotAddAreRefused) {
  const Program program = program_of(
      "domain { [i] : 0 <= i < n }\nassume n >= 1\nglobal h: f64[1]\nh[0] += 1.0 within i\n"
      "---\nsplit i 32 outer g.0 inner l.0\n");

  EXPECT_THROW((void)generate(program, Target::opencl), InputError);
}

}  // namespace
