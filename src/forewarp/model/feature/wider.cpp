// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/feature/wider.hpp"

#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::feature {
namespace {

using ptx::Opcode;
using ptx::Type;

bool computes(Opcode opcode) {
  using ptx::InstructionClass;
  const InstructionClass c = ptx::class_of(opcode);
  return c == InstructionClass::arithmetic || c == InstructionClass::special || c == InstructionClass::logic;
}

bool is_half(Type type) {
  return type == Type::f16 || type == Type::f16x2 || type == Type::bf16 || type == Type::bf16x2;
}

bool is_wide_integer(Type type) { return type == Type::s64 || type == Type::u64 || type == Type::b64; }

bool divides(Opcode opcode) {
  const ptx::Operation operation = ptx::operation_of(opcode);
  return operation == ptx::Operation::divide || operation == ptx::Operation::remainder;
}

void set_operations(Features& f, const profile::Profile& p) {
  const auto sum = [&](auto counts) {
    double threads = 0;
    for (const profile::InstructionCount& i : p.instructions)
      if (counts(i)) threads += i.threads;
    return threads;
  };
  using Count = profile::InstructionCount;
  f.set("fp16_ops", sum([](const Count& i) { return computes(i.opcode) && is_half(i.type); }));
  f.set("fp32_ops", sum([](const Count& i) { return computes(i.opcode) && i.type == Type::f32; }));
  f.set("fp64_ops", sum([](const Count& i) { return computes(i.opcode) && i.type == Type::f64; }));
  f.set("int64_ops", sum([](const Count& i) { return computes(i.opcode) && is_wide_integer(i.type); }));
  f.set("division_ops", sum([](const Count& i) { return divides(i.opcode); }));
  f.set("conversion_ops", sum([](const Count& i) { return i.opcode == Opcode::cvt; }));
  f.set("atomic_ops", sum([](const Count& i) { return ptx::updates_memory(i.opcode); }));
  f.set("tensor_ops", sum([](const Count& i) { return ptx::is_tensor(i.opcode); }));
}

/// Basic blocks that run more often than there are threads are looped. A thread of 100 instructions
/// outside of loops and a body of 10 that runs 90 times has 900 of 1000 instructions in loops:
/// loop_share 0.9.
void set_loops(Features& f, const profile::Profile& p) {
  double code = 0, loops = 0, looped = 0;
  for (const profile::BasicBlockCount& block : p.basic_blocks) {
    if (block.threads <= 0) continue;
    code += block.instructions;
    if (block.threads <= 1.001 * p.threads) continue;
    ++loops;
    looped += block.threads * block.instructions;
  }
  f.set("code_instructions", code);
  f.set("code_loops", loops);
  f.set("loop_share", p.thread_instructions > 0 ? looped / p.thread_instructions : 0);
}

}  // namespace

void set_wider(Features& features, const profile::Profile& profile) {
  constexpr double sector_bytes = 32;
  set_operations(features, profile);
  set_loops(features, profile);
  // Hit rates of fully associative LRU caches of 32 KiB (an L1) and 1 MiB (a share of an L2), from
  // the reuse distances.
  features.set("reuse_32k", profile.loads.hit_rate((32 << 10) / sector_bytes));
  features.set("reuse_1m", profile.loads.hit_rate((1 << 20) / sector_bytes));
}

void set_walk(Features& features, const profile::ThreadWalk& walk) {
  features.set("thread_new_lines", walk.new_line_share());
}

}  // namespace forewarp::feature
