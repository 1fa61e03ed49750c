// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/program.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::profile {
namespace {

using ptx::StateSpace;

LinkClass memory_class(StateSpace space) {
  switch (space) {
    case StateSpace::shared:
      return LinkClass::shared;
    case StateSpace::const_:
    case StateSpace::param:
    case StateSpace::reg:
    case StateSpace::sreg:
      return LinkClass::alu;
    case StateSpace::none:
    case StateSpace::global:
    case StateSpace::local:
    case StateSpace::tex:
      return LinkClass::global;
  }
  return LinkClass::global;
}

LinkClass arithmetic_class(const ptx::Instruction& instruction) {
  return instruction.type() == ptx::Type::f64 ? LinkClass::fp64 : LinkClass::alu;
}

/// Links of a sequence of machine instructions.
struct Sequence {
  std::uint8_t alu = 0, special = 0, fp64 = 0, branch = 0;
};

constexpr LinkCounts links(const Sequence& s) {
  LinkCounts out{};
  out[static_cast<unsigned>(LinkClass::alu)] = s.alu;
  out[static_cast<unsigned>(LinkClass::special)] = s.special;
  out[static_cast<unsigned>(LinkClass::fp64)] = s.fp64;
  out[static_cast<unsigned>(LinkClass::branch)] = s.branch;
  return out;
}

/// A predicate is ready 13 cycles after the compare (stall counts of ISETP and FSETP that ptxas writes for sm_70 to
/// sm_121; 13 on Maxwell, too: Gray, maxas): three links of four cycles.
constexpr std::uint8_t compare = 3;

bool is_narrow_float(ptx::Type t) {
  using ptx::Type;
  return t == Type::f16 || t == Type::f16x2 || t == Type::bf16 || t == Type::bf16x2;
}

/// Between integers: a part of the register, or the sign spread. To, from and between floats: the special-function
/// unit, but for halves, which the arithmetic units convert, and doubles, which have a unit of their own.
Sequence conversion(const ptx::Instruction& i) {
  const ptx::Type to = i.type(0), from = i.type_count > 1 ? i.type(1) : to;
  if (i.has("pack") || is_narrow_float(from) || is_narrow_float(to)) return {.alu = 1};
  if (from == ptx::Type::f64 || to == ptx::Type::f64) return {.fp64 = 1};
  return ptx::is_float(from) || ptx::is_float(to) ? Sequence{.special = 1} : Sequence{.alu = 1};
}

Sequence division(const ptx::Instruction& i) {
  const ptx::Type type = i.type();
  const bool is_64 = type == ptx::Type::s64 || type == ptx::Type::u64;
  if (type == ptx::Type::f64) return {.alu = 6, .special = 1, .fp64 = 8, .branch = 1};
  if (type == ptx::Type::f32)
    return i.has("approx") || i.has("full") ? Sequence{.alu = 6, .special = 1}
                                            : Sequence{.alu = 6, .special = 1, .branch = 1};
  return is_64 ? Sequence{.alu = 64, .special = 3, .branch = 2} : Sequence{.alu = 17, .special = 3};
}

Sequence root_or_reciprocal(const ptx::Instruction& i) {
  const bool root = i.opcode == ptx::Opcode::sqrt, approx = i.has("approx");
  if (i.type() == ptx::Type::f64) {
    if (approx) return {.special = 1};
    return root ? Sequence{.alu = 2, .special = 1, .fp64 = 7} : Sequence{.alu = 1, .special = 1, .fp64 = 5};
  }
  if (approx) return {.alu = static_cast<std::uint8_t>(i.has("ftz") ? 0 : 5), .special = 1};
  return root ? Sequence{.alu = 8, .branch = 1} : Sequence{.alu = 9, .special = 1, .branch = 1};
}

/// Denormal arguments are scaled before and after, unless they are flushed.
Sequence exponential(const ptx::Instruction& i) {
  const bool scales = i.opcode != ptx::Opcode::tanh && !i.has("ftz") && i.type() == ptx::Type::f32;
  return {.alu = static_cast<std::uint8_t>(scales ? 5 : 0), .special = 1};
}

}  // namespace

/// Cycles that order the chains while they are walked: typical of recent GPUs. Models price the
/// links by class with the device's own latencies. Only the order matters: a load from global
/// memory outweighs a chain of 99 additions (396), and not one of 101.
double nominal_latency(LinkClass link) {
  switch (link) {
    case LinkClass::alu:
      return 4;
    case LinkClass::fp64:
      return 8;
    case LinkClass::special:
      return 20;
    case LinkClass::shared:
      return 24;
    case LinkClass::global:
      return 400;
    case LinkClass::atomic:
      return 500;
    case LinkClass::barrier:
      return 20;
    case LinkClass::branch:
      return 10;
    case LinkClass::tensor:
      return 16;
  }
  return 4;
}

bool fences_device(const ptx::Instruction& i) {
  const bool is_fence = ptx::info_of(i.opcode).sync == ptx::Sync::fence && !i.has("proxy");
  if (!is_fence && !i.has("release") && !i.has("acq_rel")) return false;
  return i.has("gl") || i.has("gpu") || i.has("sys");
}

/// The kind of wait that an instruction causes for what needs its result. Memory by where it is;
/// parameters and constants count as arithmetic, since their cache hits nearly always; divisions of
/// integers are sequences that use the special-function unit.
LinkClass link_class(const ptx::Instruction& i) {
  const ptx::OpcodeInfo& info = ptx::info_of(i.opcode);
  const StateSpace space = ptx::space_of(i.opcode, i.space);
  if (ptx::updates_memory(i.opcode)) return space == StateSpace::shared ? LinkClass::shared : LinkClass::atomic;
  if (ptx::accesses_memory(i.opcode)) return memory_class(space);
  if (info.sync == ptx::Sync::barrier) return LinkClass::barrier;
  if (fences_device(i)) return LinkClass::atomic;  // L2 answers for the stores, as for an atomic
  if (info.control == ptx::Control::branch) return LinkClass::branch;
  if (ptx::is_tensor(i.opcode)) return LinkClass::tensor;
  if (info.cross_lane) return LinkClass::shared;  // shuffles and votes go through the shared-memory pipe
  if (info.group == ptx::InstructionClass::special) return LinkClass::special;
  const bool divides = info.operation == ptx::Operation::divide || info.operation == ptx::Operation::remainder;
  if (divides && i.type() != ptx::Type::f64) return LinkClass::special;
  return arithmetic_class(i);
}

/// Lengths of the dependent path through the machine code of kernels with one such instruction (nvcc 13, sm_86),
/// without the slow path of denormals and overflows, in links of four cycles: what a warp waits for the last result.
/// Example: rcp.rn.f32 is IADD3, LOP3, ISETP (21 cycles, 5 links), a branch, MUFU.RCP, FFMA, FADD, FFMA (3 links),
/// BSYNC (1).
LinkCounts links_of(const ptx::Instruction& i) {
  using ptx::Operation;
  const LinkClass link = link_class(i);
  const bool is_arithmetic = link == LinkClass::alu || link == LinkClass::fp64 || link == LinkClass::special;
  LinkCounts one{};
  one[static_cast<unsigned>(link)] = 1;
  if (fences_device(i)) {
    // Machine code has a fence before what releases; only an atomic with a result is waited for, too.
    one = {};
    one[static_cast<unsigned>(LinkClass::atomic)] = ptx::memory_kind(i.opcode) == ptx::MemoryKind::atomic ? 2 : 1;
    return one;
  }
  if (!is_arithmetic || ptx::accesses_memory(i.opcode)) return one;
  const bool is_float = ptx::is_float(i.type());
  switch (ptx::operation_of(i.opcode)) {
    case Operation::compare:
      return i.type() == ptx::Type::f64 ? links({.alu = 2, .fp64 = 1}) : links({.alu = compare});
    case Operation::min_max:
      return i.type() == ptx::Type::f64 ? links({.alu = compare, .fp64 = 1}) : one;
    case Operation::sign:
      return is_float ? links({}) : one;
    case Operation::address:
      return links({});
    case Operation::convert:
      return links(conversion(i));
    case Operation::divide:
    case Operation::remainder:
      return links(division(i));
    case Operation::root:
      return links(root_or_reciprocal(i));
    case Operation::exponential:
      return links(exponential(i));
    case Operation::trigonometric:
      return links({.alu = 1, .special = 1});
    case Operation::bit_count:
      return links({.special = 1});
    case Operation::none:
    case Operation::simple:
    case Operation::add:
    case Operation::multiply:
    case Operation::multiply_add:
    case Operation::multiply_24:
    case Operation::multiply_add_24:
    case Operation::dot:
    case Operation::copy_sign:
    case Operation::select:
    case Operation::logic:
    case Operation::shift:
    case Operation::move:
    case Operation::test_space:
    case Operation::bit_field:
    case Operation::video:
    case Operation::video_packed:
    case Operation::shuffle:
    case Operation::tensor:
      return one;
  }
  return one;
}

}  // namespace forewarp::profile
