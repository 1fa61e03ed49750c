// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "forewarp/frontend/launch/guess.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::launch {
namespace {

TEST(GuessWmma, APointerThatOnlyMatricesAreReadOrWrittenThroughIsABufferOfTheirElements) {
  const ptx::Module module = ptx::parse(R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 d) {
  .reg .b64 %rd<4>; .reg .b32 %a<8>; .reg .f32 %d<8>;
  ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, [d];
  wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7}, [%rd1], 16;
  wmma.load.b.sync.aligned.row.m16n16k16.s8 {%a0, %a1}, [%rd2], 16;
  wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd3], {%d0, %d1, %d2, %d3, %d4, %d5, %d6, %d7}, 16;
  ret;
}
)",
                                        "k.ptx");
  Launch launch;
  launch.entry = "k";

  guess_arguments(launch, *module.find("k"));

  ASSERT_EQ(launch.arguments.size(), 3U);
  for (const Argument& argument : launch.arguments)
    ASSERT_TRUE(std::holds_alternative<Buffer>(argument.value)) << argument.name;
  EXPECT_EQ(std::get<Buffer>(launch.arguments[0].value).element, ptx::Type::f16);
  EXPECT_EQ(std::get<Buffer>(launch.arguments[2].value).element, ptx::Type::f32);
}

}  // namespace
}  // namespace forewarp::launch
