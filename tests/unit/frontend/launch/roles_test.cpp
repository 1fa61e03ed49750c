// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What a kernel's code says of its parameters.
#include "forewarp/frontend/launch/integer_roles.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/launch/guessed_sources.hpp"
#include "forewarp/frontend/launch/parameter_loads.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::launch {
namespace {

ptx::Module module_of(const std::string& parameters, const std::string& body) {
  return ptx::parse(".version 8.5\n.target sm_80\n.address_size 64\n.visible .entry k(" + parameters +
                    ") {\n.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>;\n"
                    "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;\n"
                    "mad.lo.s32 %r4, %r1, %r2, %r3;\n" +
                    body + "END: ret;\n}\n");
}

using Set = std::set<std::size_t>;

IntegerRoles roles(const ptx::Module& module) {
  const ptx::Function& entry = *module.find("k");
  return integer_roles(entry, analysis::dependence_of(module, entry));
}

TEST(IntegerRoles, ABoundKnowsItsParameterAndTheIndex) {
  const ptx::Module m = module_of(".param .u32 n", "ld.param.u32 %r5, [n]; setp.ge.s32 %p1, %r4, %r5; @%p1 bra END;\n");

  const IntegerRoles found = roles(m);

  ASSERT_EQ(found.bounds.size(), 1);
  EXPECT_EQ(found.bounds[0].parameters, Set{0});
  EXPECT_TRUE(found.bounds[0].indices.test(static_cast<std::size_t>(analysis::Index::thread_x)));
  EXPECT_TRUE(found.bounds[0].divisors.empty());
}

TEST(IntegerRoles, DivisorsFlagsAndLoopsAreToldApart) {
  const ptx::Module m = module_of(".param .u32 cols, .param .u32 flag, .param .u32 trips",
                                  "ld.param.u32 %r5, [cols]; ld.param.u32 %r6, [flag]; ld.param.u32 %r7, [trips];\n"
                                  "div.u32 %r8, %r4, %r5; setp.eq.s32 %p1, %r6, 0; @%p1 bra END; mov.u32 %r9, 0;\n"
                                  "L: add.u32 %r9, %r9, 1; setp.lt.u32 %p2, %r9, %r7; @%p2 bra L;\n");

  const IntegerRoles found = roles(m);

  EXPECT_EQ(found.divisors, Set{0});
  EXPECT_EQ(found.flags, Set{1});
  EXPECT_EQ(found.trips, Set{2});
}

TEST(IntegerRoles, AFactorAlongYIsARowStrideAndASummandAnOffset) {
  const ptx::Module m =
      module_of(".param .u32 width, .param .u32 start",
                "ld.param.u32 %r5, [width]; ld.param.u32 %r6, [start]; mov.u32 %r7, %tid.y; mul.lo.s32 %r8, %r7, %r5;\n"
                "add.s32 %r9, %r4, %r6;\n");

  EXPECT_EQ(roles(m).row_strides, Set{0});
  EXPECT_EQ(roles(m).offsets, Set{1});
  EXPECT_TRUE(roles(m).factors.empty());
}

// 4096 blocks of 256 are 2^20 threads: one bound gets them all, a product of two gets the square root each.
TEST(IntegerRoles, ValuesAreChosenSoThatTheLaunchWorksAsAWhole) {
  Launch launch;
  launch.grid = {4096, 1, 1};
  launch.block = {256, 1, 1};
  const auto guessed = [&](const ptx::Module& m, const Set& wanted) {
    return guessed_integers(*m.find("k"), roles(m), launch, {}, wanted);
  };
  const ptx::Module one =
      module_of(".param .u32 n", "ld.param.u32 %r5, [n]; setp.ge.s32 %p1, %r4, %r5; @%p1 bra END;\n");
  const ptx::Module two = module_of(".param .u32 rows, .param .u32 cols",
                                    "ld.param.u32 %r5, [rows]; ld.param.u32 %r6, [cols]; mul.lo.s32 %r7, %r5, %r6;\n"
                                    "setp.ge.s32 %p1, %r4, %r7; @%p1 bra END;\n");

  EXPECT_EQ(guessed(one, {0}).at(0), 1 << 20);
  EXPECT_EQ(guessed(two, {0, 1}).at(0), 1024);
  EXPECT_EQ(guessed(two, {0, 1}).at(1), 1024);
}

TEST(GuessedSources, AreGuessedArgumentsByWhatOfThemMatters) {
  const ptx::Module m =
      module_of(".param .u64 x, .param .u32 n, .param .u32 given",
                "ld.param.u64 %rd1, [x]; ld.param.u32 %r5, [n]; ld.param.u32 %r6, [given]; ld.global.u32 %r7, [%rd1];\n"
                "add.u32 %r8, %r7, %r5; add.u32 %r8, %r8, %r6; setp.eq.u32 %p1, %r8, %r4; @%p1 bra END;\n");
  const analysis::Dependence dependence = analysis::dependence_of(m, *m.find("k"));
  Launch launch;
  launch.arguments = {{"x", Buffer{}, true}, {"n", Scalar{}, true}, {"given", Scalar{}, false}};

  const GuessedSources found = guessed_sources(launch, dependence, dependence.branches.at(0).sources);

  EXPECT_EQ(found.numbers, std::vector<std::string>{"n"});
  EXPECT_EQ(found.contents, std::vector<std::string>{"x"});
  EXPECT_FALSE(found.none());
  EXPECT_TRUE(guessed_sources(launch, dependence, {}).none());
}

TEST(ParameterLoads, AreByOffsetEachPlaceOnce) {
  const ptx::Module m = module_of(
      ".param .align 8 .b8 s[32]",
      "ld.param.f64 %rd1, [s+8]; ld.param.u32 %r5, [s]; ld.param.u32 %r6, [s]; ld.param.v2.f32 {%f1, %f2}, [s+16];\n");
  const ptx::Function& entry = *m.find("k");

  const auto loads = parameter_loads(entry, entry.parameters[0]);

  EXPECT_EQ(loads_text(loads), "u32 at 0, f64 at 8, f32 at 16, f32 at 20");
  EXPECT_EQ(loads_text({}), "none of it");
  EXPECT_FALSE(takes_address(entry, entry.parameters[0]));
}

TEST(ParameterLoads, AnAddressThatIsTakenMayReachAnyByte) {
  const ptx::Module m = module_of(".param .align 8 .b8 s[32]", "mov.b64 %rd1, s; ld.param.u32 %r5, [%rd1];\n");
  const ptx::Function& entry = *m.find("k");

  EXPECT_TRUE(takes_address(entry, entry.parameters[0]));
}

}  // namespace
}  // namespace forewarp::launch
