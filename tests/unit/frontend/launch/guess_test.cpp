// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/guess.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/launch/argument_text.hpp"
#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/frontend/launch/guess_again.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::launch {
namespace {

const std::string index_x =
    "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r4, %r1, %r2, %r3;\n";

ptx::Module module_of(const std::string& parameters, const std::string& body) {
  return ptx::parse(".version 8.5\n.target sm_80\n.address_size 64\n.visible .entry k(" + parameters +
                    ") {\n.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %h<3>;\n" +
                    body + "END: ret;\n}\n");
}

/// 4096 blocks of 256 threads: 2^20.
Launch shaped() {
  Launch launch;
  launch.entry = "k";
  launch.grid = {4096, 1, 1};
  launch.block = {256, 1, 1};
  return launch;
}

Launch guessed(const ptx::Module& module, std::vector<std::string> names = {}, std::vector<std::string> given = {},
               Launch launch = shaped()) {
  const ptx::Function& entry = *module.find("k");
  if (names.empty())
    for (const ptx::Variable& p : entry.parameters) names.emplace_back(p.name);
  std::vector<ArgumentSpec> specs;
  for (const std::string& text : given) specs.push_back(parse_argument(text));
  place_arguments(launch, entry, names, specs, &module);
  return launch;
}

double integer(const Launch& launch, std::size_t i) {
  const auto& scalar = std::get<Scalar>(launch.arguments.at(i).value);
  return decode(scalar.bits, scalar.type);
}

TEST(Guess, ABoundOfAnIndexIsAsLargeAsTheIndexGets) {
  const ptx::Module one = module_of(".param .u32 n", index_x +
                                                         "ld.param.u32 %r5, [n]; setp.ge.s32 %p1, %r4, %r5;\n"
                                                         "@%p1 bra END; mov.u32 %r6, 1;\n");
  const ptx::Module block = module_of(".param .u32 rows",
                                      "ld.param.u32 %r5, [rows]; mov.u32 %r1, %ctaid.x;\n"
                                      "setp.ge.s32 %p1, %r1, %r5; @%p1 bra END; mov.u32 %r6, 1;\n");

  EXPECT_EQ(integer(guessed(one), 0), 1 << 20);  // index of a thread: 4096 * 256
  EXPECT_EQ(integer(guessed(block), 0), 4096);   // index of a block
}

TEST(Guess, SizesThatAreMultipliedShareTheLaunch) {
  const ptx::Module m =
      module_of(".param .u32 rows, .param .u32 columns",
                index_x +
                    "ld.param.u32 %r5, [rows]; ld.param.u32 %r6, [columns]; mul.lo.s32 %r7, %r5, %r6;\n"
                    "setp.ge.s32 %p1, %r4, %r7; @%p1 bra END; mov.u32 %r8, 1;\n");

  EXPECT_EQ(integer(guessed(m), 0), 1024);  // 1024 * 1024 = 2^20
  EXPECT_EQ(integer(guessed(m), 1), 1024);
  EXPECT_EQ(integer(guessed(m, {}, {"columns=4096"}), 0), 256);  // 256 * 4096 = 2^20
}

TEST(Guess, ABoundThatIsAPartOfASizeIsSolvedForTheSize) {
  // if (i >= n / 4) return: n is four times the number of threads.
  const ptx::Module m = module_of(".param .u32 n", index_x +
                                                       "ld.param.u32 %r5, [n]; shr.s32 %r6, %r5, 2;\n"
                                                       "setp.ge.s32 %p1, %r4, %r6; @%p1 bra END; mov.u32 %r7, 1;\n");

  EXPECT_EQ(integer(guessed(m), 0), 1 << 22);
}

TEST(Guess, AnIndexThatIsDividedSharesTheLaunchBetweenDivisorAndBound) {
  const ptx::Module m = module_of(".param .u32 rows, .param .u32 columns",
                                  index_x +
                                      "ld.param.u32 %r5, [rows]; ld.param.u32 %r6, [columns]; div.s32 %r7, %r4, %r6;\n"
                                      "rem.s32 %r9, %r4, %r6; setp.ge.s32 %p1, %r7, %r5; @%p1 bra END;\n"
                                      "setp.ge.s32 %p2, %r9, %r6; @%p2 bra END; mov.u32 %r8, 1;\n");

  EXPECT_EQ(integer(guessed(m), 0), 1024);
  EXPECT_EQ(integer(guessed(m), 1), 1024);
}

TEST(Guess, ATripCountIsModerateAndAFlagIsOne) {
  const ptx::Module m = module_of(".param .u32 trips, .param .u32 mode",
                                  "ld.param.u32 %r1, [trips]; ld.param.u32 %r2, [mode]; setp.eq.s32 %p2, %r2, 3;\n"
                                  "@%p2 bra END; mov.u32 %r3, 0;\n"
                                  "L: add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, %r1; @%p1 bra L;\n");

  EXPECT_EQ(integer(guessed(m), 0), 128);
  EXPECT_EQ(integer(guessed(m), 1), 1);
}

TEST(Guess, AnOffsetOfAnIndexIsNone) {
  const ptx::Module m = module_of(".param .u32 first, .param .u32 last",
                                  index_x +
                                      "ld.param.u32 %r5, [first]; ld.param.u32 %r6, [last]; add.s32 %r7, %r4, %r5;\n"
                                      "setp.gt.s32 %p1, %r7, %r6; @%p1 bra END; mov.u32 %r8, 1;\n");

  EXPECT_EQ(integer(guessed(m), 0), 0);
  EXPECT_EQ(integer(guessed(m), 1), 1 << 20);
}

TEST(Guess, WhatTheLaunchHasAsAParameterIsNoGuess) {
  const ptx::Module m = module_of(".param .u32 n", index_x +
                                                       "ld.param.u32 %r5, [n]; setp.ge.s32 %p1, %r4, %r5;\n"
                                                       "@%p1 bra END; mov.u32 %r6, 1;\n");
  Launch launch = shaped();
  launch.parameters["n"] = 1000;

  const Launch set = guessed(m, {}, {}, launch);

  EXPECT_EQ(integer(set, 0), 1000);
  EXPECT_FALSE(set.guessed_arguments);
  EXPECT_TRUE(set.notes.empty());
}

TEST(Guess, AVectorIsAnElementOfItsWholeSizeAndACopiedPointerIsABuffer) {
  const ptx::Module m = module_of(".param .u64 x, .param .u64 y",
                                  ".shared .align 16 .b8 s[16];\nld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y];\n"
                                  "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1]; mov.u32 %r1, s;\n"
                                  "cp.async.ca.shared.global [%r1], [%rd2], 16;\n");

  const Launch launch = guessed(m);

  EXPECT_EQ(std::get<Buffer>(launch.arguments[0].value).bytes(), (std::uint64_t{1} << 24) * 16);
  EXPECT_EQ(launch.notes[0],
            "guessed: argument 1 of 2, x, is a buffer of 16777216 x f32x4, uniform in [0, 1) (--arg x=... sets it)");
  EXPECT_TRUE(std::holds_alternative<Buffer>(launch.arguments[1].value));
  EXPECT_TRUE(launch.arguments[1].guessed);
}

TEST(Guess, RowOffsetsAscendInSteps) {
  const ptx::Module m = module_of(".param .u64 offsets",
                                  "ld.param.u64 %rd1, [offsets]; mov.u32 %r3, %tid.x; mul.wide.u32 %rd2, %r3, 4;\n"
                                  "add.s64 %rd3, %rd1, %rd2; ld.global.u32 %r1, [%rd3]; ld.global.u32 %r2, [%rd3+4];\n"
                                  "L: add.s32 %r1, %r1, 1; setp.lt.s32 %p1, %r1, %r2; @%p1 bra L;\n");

  const Launch launch = guessed(m);
  const Fill& fill = std::get<Buffer>(launch.arguments[0].value).fill;

  EXPECT_EQ(fill.kind, FillKind::iota);
  EXPECT_EQ(fill.high, 16);
}

TEST(GuessAgain, TripCountsAreLoweredFirstAndWhatWasGivenNever) {
  const ptx::Module m = module_of(".param .u32 a, .param .u32 b",
                                  "ld.param.u32 %r1, [a]; ld.param.u32 %r2, [b]; mov.u32 %r3, 0;\n"
                                  "L: add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, %r1; @%p1 bra L;\n"
                                  "M: add.s32 %r3, %r3, 1; setp.lt.s32 %p2, %r3, %r2; @%p2 bra M;\n");
  const Launch first = guessed(m, {}, {"b=1000"});

  const auto second = guess_again(first, m, *m.find("k"), 0, "endless");

  ASSERT_TRUE(second);
  EXPECT_EQ(integer(second->launch, 0), 16);  // 128 at first
  EXPECT_EQ(integer(second->launch, 1), 1000);
  EXPECT_EQ(second->changes, std::vector<std::string>{"`a` is 16"});
  EXPECT_FALSE(guess_again(guessed(m, {}, {"a=9", "b=1000"}), m, *m.find("k"), 0, "endless"));
}

}  // namespace
}  // namespace forewarp::launch
