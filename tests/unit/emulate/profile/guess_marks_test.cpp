// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/guess_marks.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "forewarp/frontend/launch/argument_text.hpp"
#include "forewarp/frontend/launch/guess.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::profile {
namespace {

/// k(x, n, m) with the index of the thread in %g, x in %x and n and m in %n and %m.
std::string kernel(const std::string& body) {
  return R"(.version 8.5
.target sm_80
.address_size 64
.visible .entry k(.param .u64 x, .param .u32 n, .param .u32 m) {
  .reg .b32 %g, %n, %m, %r<20>; .reg .b64 %x, %a, %rd<9>; .reg .pred %p<9>;
  ld.param.u64 %x, [x]; ld.param.u32 %n, [n]; ld.param.u32 %m, [m];
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %g, %r1, %r2, %r3;
  mul.wide.s32 %rd1, %g, 4; add.s64 %a, %x, %rd1;
)" + body +
         "\nEND: ret;\n}\n";
}

const std::string guard = "setp.ge.s32 %p1, %g, %n; @%p1 bra END;\n";
const std::string store = "st.global.u32 [%a], %g;\n";

/// 16 blocks of 256 threads: 4096.
Profile profiled(const std::string& body, const std::vector<std::string>& given) {
  const ptx::Module module = ptx::parse(kernel(body), "k.ptx");
  launch::Launch launch;
  launch.entry = "k";
  launch.grid = {16, 1, 1};
  launch.block = {256, 1, 1};
  std::vector<launch::ArgumentSpec> specs;
  for (const std::string& text : given) specs.push_back(launch::parse_argument(text));
  const std::vector<std::string> names = {"x", "n", "m"};
  launch::place_arguments(launch, *module.find("k"), names, specs, &module);
  return profile(module, launch);
}

std::vector<std::string> marks(const std::string& body, const std::vector<std::string>& given = {}) {
  std::vector<std::string> out;
  for (const Mark& mark : profiled(body, given).marks)
    out.push_back(fmt::format("{}: {}", name_of(mark.kind), mark.text));
  return out;
}

using Texts = std::vector<std::string>;

TEST(GuessMarks, AGuardThatAllThreadsPassIsNotMarked) { EXPECT_EQ(marks(guard + store), Texts{}); }

TEST(GuessMarks, AGuardThatMostThreadsFailIsMarked) {
  // n is 4096 and half of it is the bound: half of the threads work.
  const Texts found = marks(
      "shr.s32 %r4, %n, 1; setp.ge.s32 %p2, %g, %n; @%p2 bra END;\n"
      "setp.ge.s32 %p1, %g, %r4; @%p1 bra END;\n" +
          store,
      {"m=1", "n=4096"});
  const Texts guessed = marks(
      "setp.ge.s32 %p2, %g, %n; @%p2 bra END;\nsetp.ge.s32 %p1, %g, %m; @%p1 bra END;\n"
      "setp.eq.s32 %p3, %m, 7; @%p3 bra END;\n" +
          store,
      {"n=4096"});

  EXPECT_EQ(found, Texts{});  // given, so nobody guessed
  EXPECT_EQ(guessed, Texts{"work_value: the work depends on the guessed value of `m` (k.ptx:11)"});
}

TEST(GuessMarks, ATripCountThatWasGuessedIsMarkedAndOneThatWasGivenIsNot) {
  const std::string loop = guard +
                           "mov.u32 %r5, 0;\nL: add.s32 %r5, %r5, 1; setp.lt.s32 %p2, %r5, %m;\n"
                           "@%p2 bra L;\n" +
                           store;

  EXPECT_EQ(marks(loop), Texts{"work_value: the work depends on the guessed value of `m` (k.ptx:12)"});
  EXPECT_EQ(marks(loop, {"m=5"}), Texts{});
}

TEST(GuessMarks, ATripCountThatLiesInAGuessedBufferIsMarked) {
  const std::string loop = guard +
                           "ld.global.u32 %r6, [%a]; mov.u32 %r5, 0;\n"
                           "L: add.s32 %r5, %r5, 1; setp.lt.s32 %p2, %r5, %r6; @%p2 bra L;\n" +
                           store;

  EXPECT_EQ(marks(loop), Texts{"work_contents: the work depends on the guessed contents of `x` (k.ptx:11)"});
  EXPECT_EQ(marks(loop, {"x=buffer:u32:4096:constant(3)"}), Texts{});
}

TEST(GuessMarks, AGatherOverGuessedIndicesIsMarkedAsTraffic) {
  EXPECT_EQ(marks(guard + "ld.global.u32 %r6, [%a]; mul.wide.u32 %rd2, %r6, 4; add.s64 %rd3, %x, %rd2;\n"
                          "st.global.u32 [%rd3], 1;\n"),
            Texts{"traffic_contents: the memory traffic depends on the guessed contents of `x` (k.ptx:11)"});
}

TEST(GuessMarks, AnIndexThatWrapsAroundAtAGuessedNumberIsMarkedAsTraffic) {
  const std::string wrapped =
      "rem.s32 %r5, %g, %n; mul.wide.s32 %rd2, %r5, 4; add.s64 %rd3, %x, %rd2; ld.global.u32 %r6, [%rd3];\n" + store;

  const Texts found = marks(wrapped, {"m=1"});

  EXPECT_EQ(found,
            Texts{"traffic_value: the memory traffic depends on where addresses wrap around, the guessed value of "
                  "`n` (k.ptx:9)"});
  EXPECT_EQ(marks(wrapped, {"m=1", "n=4096"}), Texts{});
  // A remainder that only what is stored depends on decides no address.
  EXPECT_EQ(marks("rem.s32 %r5, %g, %n; st.global.u32 [%a], %r5;\n", {"m=1"}), Texts{});
}

TEST(NothingDone, ALaunchThatAGuessEmptiesIsRefusedWithTheLineAndTheArguments) {
  try {
    (void)profiled("setp.ne.s32 %p1, %m, -77; @%p1 bra END;\n" + store, {"n=1"});
    FAIL() << "an empty launch was answered";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "no thread gets past k.ptx:9: nothing is loaded from or stored to global memory; that depends on "
                 "guessed values: give --arg m=...");
  }
}

TEST(NothingDone, AnEmptyLaunchWithAnyGuessIsRefusedEvenWhereNoGuessIsTheCause) {
  EXPECT_THROW((void)profiled(guard + store, {"n=-5", "m=1"}), InputError);  // x is a guess
}

TEST(NothingDone, ALaunchThatIsEmptyAsDescribedSaysSo) {
  EXPECT_EQ(marks(guard + store, {"x=buffer:u32:4096", "n=-5", "m=1"}),
            Texts{"empty: no thread gets past k.ptx:9: nothing is loaded from or stored to global memory"});
}

TEST(NothingDone, AProductOfSizesThatOverflowsIsSaid) {
  // 2^20 * 2^20 is 0 in 32 bits.
  EXPECT_EQ(marks("mul.lo.s32 %r4, %n, %m; setp.ge.s32 %p1, %g, %r4; @%p1 bra END;\n" + store,
                  {"x=buffer:u32:4096", "n=1048576", "m=1048576"}),
            (Texts{"empty: no thread gets past k.ptx:9: nothing is loaded from or stored to global memory",
                   "overflow: a size overflows at k.ptx:9: 1099511627776 does not fit 32 bits and becomes 0"}));
}

TEST(GuessedRun, AnEndlessGuessIsMadeAgainAndSaid) {
  // A thread turns m to the power of four times: 128^4 turns do not end within the limit, 16^4 = 65536 do... of 1 warp.
  const ptx::Module module =
      ptx::parse(kernel("mul.lo.s32 %r4, %m, %m; mul.lo.s32 %r4, %r4, %m; mov.u32 %r5, 0;\n"
                        "L: ld.global.u32 %r6, [%a]; add.s32 %r5, %r5, 1; setp.lt.s32 %p2, %r5, %r4; @%p2 bra L;\n" +
                        store),
                 "k.ptx");
  launch::Launch launch;
  launch.entry = "k";
  launch.block = {32, 1, 1};
  launch::place_arguments(launch, *module.find("k"), std::vector<std::string>{"x", "n", "m"}, {}, &module);
  ProfileOptions options;
  options.max_warp_instructions = 200'000;  // 128^3 = 2097152 turns of 4 instructions are too many, 16^3 = 4096 are not
  options.exact = true;

  const Profile p = profile(module, launch, options);

  const bool said = std::any_of(p.marks.begin(), p.marks.end(), [](const Mark& m) {
    return m.kind == MarkKind::guessed_again &&
           m.text == "guessed again, because the first guess did not end: `m` is 16";
  });
  EXPECT_TRUE(said);
  EXPECT_NEAR(p.thread_instructions, 32 * 4 * 4096, 32 * 100);
}

TEST(GuessMarks, AGuessedStructThatTheKernelReadsIsAlwaysMarked) {
  const auto marks_with = [](const std::string& load) {
    const ptx::Module module = ptx::parse(
        ".version 8.5\n.target sm_80\n.address_size 64\n"
        ".visible .entry k(.param .u64 x, .param .align 4 .b8 v[8]) {\n"
        ".reg .b32 %r<5>; .reg .b64 %rd<5>;\nld.param.u64 %rd1, [x];\nmov.u32 %r1, %tid.x;\n" +
            load + "\nmul.wide.s32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r1;\nret;\n}\n",
        "k.ptx");
    launch::Launch launch;
    launch.entry = "k";
    launch.block = {32, 1, 1};
    launch::place_arguments(launch, *module.find("k"), std::vector<std::string>{"x", "v"}, {}, &module);
    std::vector<std::string> out;
    for (const Mark& mark : profile(module, launch).marks)
      out.push_back(fmt::format("{}: {}", name_of(mark.kind), mark.text));
    return out;
  };

  EXPECT_EQ(marks_with("ld.param.u32 %r2, [v+4]; mul.lo.s32 %r1, %r1, %r2;"),
            Texts{"guessed_struct: the answer depends on the guessed contents of `v`, zero bytes in the place of a "
                  "struct: give --arg 'v={...}'"});
  EXPECT_EQ(marks_with(""), Texts{});
}

}  // namespace
}  // namespace forewarp::profile
