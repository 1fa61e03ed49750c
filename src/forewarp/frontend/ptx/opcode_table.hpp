// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What is known of each opcode, in one table (opcodes.def): its chapter in the PTX ISA, what it computes, how it uses
/// memory, whether it synchronises or branches, which operands it writes, and which types its operands have. Code that
/// needs a set of opcodes queries this table and does not list them; a row states only what differs from the defaults
/// of OpcodeInfo. Example:
///
///     FOREWARP_OPCODE(ldmatrix, "ldmatrix", memory, .memory = MemoryKind::load, .space = StateSpace::shared, ...)
///     accesses_memory(Opcode::ldmatrix)                          true
///     space_of(Opcode::ldmatrix, StateSpace::none)               shared: ldmatrix.sync.aligned.m8n8.x4.b16 too
///
/// A property of some forms of an opcode only (bar.red writes a register, bar.sync does not) is `by_form` here; the
/// function that knows the instruction decides (dataflow.hpp).
#include <array>
#include <cstdint>

#include "forewarp/frontend/ptx/opcode.hpp"
#include "forewarp/frontend/ptx/type.hpp"

namespace forewarp::ptx {

/// The groups that braun2020 (section 3.2) counts. The paper names the groups; which opcode is in which follows the
/// chapters of the PTX ISA ("Logic and Shift", "Control Flow", "Parallel Synchronization", ...). arithmetic: everything
/// that computes a number, with mov, set, setp, selp, cvt and shfl; other: what only configures the machine (nanosleep,
/// setmaxnreg, ...) and unknown opcodes.
enum class InstructionClass : std::uint8_t { special, logic, control, arithmetic, sync, memory, other };

/// What an instruction computes. Opcodes in one group differ at most in type and modifiers for a model of time.
enum class Operation : std::uint8_t {
  none,             ///< nothing: memory, control flow, synchronisation
  simple,           ///< one instruction on the pipe of its type, and in no group below: sad, prmt, mapa, ...
  add,              ///< with sub and their carries
  multiply,         ///< mul; .lo, .hi or .wide for integers
  multiply_add,     ///< fma, mad, madc
  multiply_24,      ///< of 24-bit integers
  multiply_add_24,  ///< of 24-bit integers
  dot,              ///< dp2a, dp4a
  divide,
  remainder,
  min_max,
  sign,       ///< abs, neg
  copy_sign,  ///< copysign
  compare,    ///< set, setp, testp
  select,     ///< selp, slct
  logic,      ///< bit by bit
  shift,
  move,
  address,     ///< cvta: from one state space's addresses to generic ones, or back
  test_space,  ///< isspacep
  convert,
  bit_field,      ///< bfe, bfi, bmsk, szext
  bit_count,      ///< popc, clz, bfind, brev, fns
  root,           ///< sqrt, rsqrt, rcp
  trigonometric,  ///< sin, cos
  exponential,    ///< ex2, lg2, tanh
  video,          ///< vadd, vset, ...: of one value each
  video_packed,   ///< vadd2, vset4, ...: of two or four
  shuffle,        ///< moves registers between lanes: shfl, movmatrix
  tensor,         ///< a product of matrices
};

enum class MemoryKind : std::uint8_t {
  none,
  load,
  store,
  atomic,     ///< reads, changes and returns
  reduction,  ///< reads and changes
  copy,       ///< from one memory to another
  prefetch,   ///< brings data nearer and changes nothing
  hint,       ///< names an address, but moves no data: discard, applypriority
};

enum class Sync : std::uint8_t {
  none,
  barrier,   ///< of the lanes of a warp, of a block, or of a cluster: bar, barrier
  mbarrier,  ///< a barrier object in shared memory
  fence,     ///< orders memory accesses; no lane waits for another
  grid,      ///< waits for the grid before: griddepcontrol
};

enum class Control : std::uint8_t {
  none,
  branch,
  call,
  leave,  ///< ret, exit
  trap,
  breakpoint,  ///< continues at the next instruction
};

/// Whether the first operand is written. Registers that an instruction writes are always in it: pairs p|q and vectors
/// {a, b} are one operand.
enum class Destinations : std::uint8_t { never, first, by_form };

/// The types of operands, where not all have the instruction's first type (`t`; `s` is its second). By position:
enum class OperandTypes : std::uint8_t {
  alike,           ///< t t t ...; u32 where the instruction has no type
  words,           ///< u32 u32 u32 ...
  shift,           ///< t t u32
  product,         ///< t t t t; with .wide the result and the addend are twice as wide
  extraction,      ///< t t u32 u32
  insertion,       ///< t t t u32 u32
  conversion,      ///< t s s s; with .pack b32 s s b32
  comparison,      ///< t s s pred
  predicate,       ///< pred t t pred
  selection,       ///< t t t pred
  sign_selection,  ///< t t t s
  count,           ///< u32 t
  test,            ///< pred t
  match,           ///< u32 t u32
  vote,            ///< u32 pred u32
};

/// A row of the table. The defaults are those of an instruction that computes a result from registers.
struct OpcodeInfo {
  InstructionClass group = InstructionClass::other;
  Operation operation = Operation::none;
  MemoryKind memory = MemoryKind::none;
  StateSpace space = StateSpace::none;  ///< where the memory lies that it accesses without naming a state space
  Sync sync = Sync::none;
  bool cross_lane = false;  ///< lanes of a warp exchange values, or access memory together
  Control control = Control::none;
  Destinations destinations = Destinations::first;
  OperandTypes types = OperandTypes::alike;
};

/// By opcode; the first row is that of Opcode::unknown.
inline constexpr std::array opcode_table = {
    OpcodeInfo{},
#define FOREWARP_OPCODE(enumerator, word, class_, ...) \
  OpcodeInfo{.group = InstructionClass::class_ __VA_OPT__(, ) __VA_ARGS__},
#include "forewarp/frontend/ptx/opcodes.def"
#undef FOREWARP_OPCODE
};

[[nodiscard]] constexpr const OpcodeInfo& info_of(Opcode opcode) {
  return opcode_table[static_cast<std::size_t>(opcode)];
}

[[nodiscard]] constexpr InstructionClass class_of(Opcode opcode) { return info_of(opcode).group; }
[[nodiscard]] constexpr Operation operation_of(Opcode opcode) { return info_of(opcode).operation; }
[[nodiscard]] constexpr MemoryKind memory_kind(Opcode opcode) { return info_of(opcode).memory; }

/// The state space of an access: the one that the instruction names, else the opcode's own.
[[nodiscard]] constexpr StateSpace space_of(Opcode opcode, StateSpace written) {
  return written != StateSpace::none ? written : info_of(opcode).space;
}

/// Loads, stores, updates or copies data, or fetches it in advance.
[[nodiscard]] constexpr bool accesses_memory(Opcode opcode) {
  const MemoryKind kind = memory_kind(opcode);
  return kind != MemoryKind::none && kind != MemoryKind::hint;
}

/// Returns or uses what memory holds.
[[nodiscard]] constexpr bool reads_memory(Opcode opcode) {
  const MemoryKind kind = memory_kind(opcode);
  return kind == MemoryKind::load || kind == MemoryKind::atomic || kind == MemoryKind::reduction ||
         kind == MemoryKind::copy;
}

[[nodiscard]] constexpr bool writes_memory(Opcode opcode) {
  const MemoryKind kind = memory_kind(opcode);
  return kind == MemoryKind::store || kind == MemoryKind::atomic || kind == MemoryKind::reduction ||
         kind == MemoryKind::copy;
}

/// atom, red and their relatives.
[[nodiscard]] constexpr bool updates_memory(Opcode opcode) {
  return reads_memory(opcode) && writes_memory(opcode) && memory_kind(opcode) != MemoryKind::copy;
}

[[nodiscard]] constexpr bool is_barrier(Opcode opcode) { return info_of(opcode).sync == Sync::barrier; }

/// Whether results do not follow from the thread's own registers alone: they come from memory, from other lanes, from a
/// barrier or from a function that is called; of an unknown opcode nothing is known.
[[nodiscard]] constexpr bool reads_beyond_registers(Opcode opcode) {
  const OpcodeInfo& info = info_of(opcode);
  return reads_memory(opcode) || info.cross_lane || info.sync == Sync::barrier || info.sync == Sync::mbarrier ||
         info.control == Control::call || opcode == Opcode::unknown;
}

[[nodiscard]] constexpr bool is_tensor(Opcode opcode) { return operation_of(opcode) == Operation::tensor; }

/// Textures and surfaces.
[[nodiscard]] constexpr bool is_texture(Opcode opcode) { return info_of(opcode).space == StateSpace::tex; }

/// wmma.load and wmma.store: all lanes give the address of one matrix, and each accesses its part.
[[nodiscard]] constexpr bool is_matrix_transfer(Opcode opcode) {
  return opcode == Opcode::wmma_load || opcode == Opcode::wmma_store;
}

/// Floating-point operations of a lane: two of a multiply-add, one of a sum, product, quotient, root or transcendental
/// function, each times the elements of a packed type; 0 for other types and for products of matrices (mnemonic.hpp
/// has their shape).
[[nodiscard]] unsigned floating_operations(Opcode opcode, Type type);

}  // namespace forewarp::ptx
