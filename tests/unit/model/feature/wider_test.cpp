// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/feature/wider.hpp"

#include <gtest/gtest.h>

namespace forewarp::feature {
namespace {

using ptx::Opcode;
using ptx::StateSpace;
using ptx::Type;

profile::InstructionCount count(Opcode opcode, Type type, double threads) {
  return {.mnemonic = {}, .opcode = opcode, .type = type, .space = StateSpace::none, .warps = 0, .threads = threads};
}

TEST(Wider, CountsOperationsByWidth) {
  profile::Profile p;
  p.instructions = {
      count(Opcode::fma, Type::f32, 10), count(Opcode::add, Type::f64, 20), count(Opcode::mul, Type::f16x2, 30),
      count(Opcode::add, Type::s64, 40), count(Opcode::div, Type::f32, 50), count(Opcode::rem, Type::u32, 60),
      count(Opcode::cvt, Type::f32, 70), count(Opcode::mma, Type::f32, 80), count(Opcode::atom, Type::f32, 90),
      count(Opcode::ld, Type::f64, 100), count(Opcode::wmma, Type::f32, 8), count(Opcode::wmma_load, Type::f16, 110)};
  Features f;

  set_wider(f, p);

  EXPECT_EQ(f.at("fp16_ops"), 30);
  EXPECT_EQ(f.at("fp64_ops"), 20);  // a load computes nothing
  EXPECT_EQ(f.at("int64_ops"), 40);
  EXPECT_EQ(f.at("division_ops"), 110);
  EXPECT_EQ(f.at("conversion_ops"), 70);
  EXPECT_EQ(f.at("tensor_ops"), 88);  // wmma's loads are no products
  EXPECT_EQ(f.at("atomic_ops"), 90);
}

TEST(Wider, ALoopIsABasicBlockThatThreadsExecuteMoreThanOnce) {
  profile::Profile p;
  p.threads = 100;
  p.thread_instructions = 100 * 4 + 1000 * 5;
  const auto block = [](std::uint32_t instructions, double threads) {
    return profile::BasicBlockCount{
        .function = {}, .first_line = 0, .last_line = 0, .instructions = instructions, .warps = 0, .threads = threads};
  };
  p.basic_blocks = {block(4, 100), block(5, 1000), block(7, 0)};
  Features f;

  set_wider(f, p);

  EXPECT_EQ(f.at("code_instructions"), 9);  // what nobody executes is not there
  EXPECT_EQ(f.at("code_loops"), 1);
  EXPECT_DOUBLE_EQ(f.at("loop_share"), 5000.0 / 5400);
}

TEST(Wider, AThreadThatTouchesEverythingOnceIsOnANewLineEachTime) {
  Features f;

  set_walk(f, {.steps = 8, .new_lines = 2});
  EXPECT_EQ(f.at("thread_new_lines"), 0.25);

  set_walk(f, {});
  EXPECT_EQ(f.at("thread_new_lines"), 1);
}

}  // namespace
}  // namespace forewarp::feature
