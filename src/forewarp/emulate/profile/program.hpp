// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the observers know of a program before it runs: sizes of basic blocks and who depends on whom.
#include <array>
#include <cstdint>
#include <vector>

#include "forewarp/emulate/machine/observer.hpp"
#include "forewarp/emulate/profile/merge_candidates.hpp"
#include "forewarp/frontend/analysis/def_use.hpp"
#include "forewarp/frontend/analysis/lowering.hpp"

namespace forewarp::profile {

/// What a link of a dependency chain waits for; the fields of CriticalPath in their order.
enum class LinkClass : std::uint8_t { alu, fp64, special, shared, global, atomic, barrier, branch, tensor };
inline constexpr unsigned link_classes = 9;

/// Nominal cycles until a dependent instruction may issue. They only weigh links against each other when the longest
/// chain is sought; models multiply the links by a device's own latencies. Volta's figures: Jia et al., "Dissecting the
/// NVIDIA Volta GPU Architecture via Microbenchmarking", 2018, tables 3.1 and 4.1; barrier and branch rounded.
[[nodiscard]] double nominal_latency(LinkClass link);

/// Links by class.
using LinkCounts = std::array<std::uint8_t, link_classes>;

/// The links that an instruction adds to a chain through it. Most are one machine instruction and one link; the machine
/// compiler writes others as sequences that depend on themselves (div.rn.f32: a reciprocal and five additions), and
/// some vanish (a negation is a modifier of the operand that reads it).
[[nodiscard]] LinkCounts links_of(const ptx::Instruction& instruction);

/// One instruction as the dependency chain sees it.
struct DependencyInfo {
  LinkClass link = LinkClass::alu;  ///< what it waits for above all
  LinkCounts links{};
  double cycles = 0;                                 ///< nominal, of its links
  bool reads_memory = false, writes_memory = false;  ///< ordered against stores to the same space
  bool is_barrier = false, is_branch = false;        ///< or a fence of the device; branch: a conditional one
  bool has_result = false;                           ///< writes a register
  std::uint8_t space = 0;                            ///< 0 global, 1 shared, 2 local
  /// Of cp.async: a copy, the end of a group of copies, or a wait that leaves so many groups open.
  enum class Copies : std::uint8_t { none, one, end, wait } copies = Copies::none;
  std::uint8_t groups_left = 0;
  analysis::Lowering lowering{};  ///< whether it is an instruction of its own on the machine
};

struct Program {
  explicit Program(const emu::ProgramMap& map);

  const emu::ProgramMap* map;
  std::vector<std::uint32_t> block_size;   ///< instructions of each basic block
  std::vector<std::uint32_t> block_flops;  ///< floating-point operations of each, a lane; a fused one counts as two
  std::vector<std::uint32_t> block_first;  ///< its first instruction in dependencies
  std::vector<DependencyInfo> dependencies;
  analysis::RegisterLists registers;  ///< by place in dependencies; registers are numbered over the whole program
  std::uint32_t register_count = 0;
  MergeCandidates merges;
  std::vector<bool> is_retried;    ///< by site: see is_retried_in_shared()
  std::vector<bool> adds_doubles;  ///< by site: an atomic addition of doubles
  std::vector<bool> adds_one;      ///< by site: see adds_one_to_32_bits()
};

/// Atomics that shared memory has no unit for: additions of floating-point numbers, and of 64 bits all but swaps. nvcc
/// makes a loop of them that loads, adds and tries to swap, until no other thread came between (nvcc 13 for sm_75 to
/// sm_120: LDS, FADD, ATOMS.CAST.SPIN, ISETP, BRA).
[[nodiscard]] bool is_retried_in_shared(const ptx::Instruction& instruction);

/// Atomics of 32 bits that add one, or count up without a limit, and whose result nothing reads. In shared memory ptxas
/// makes ATOMS.POPC.INC of them from sm_80 on, of which one operation counts the lanes on an address (ptxas 12.9 for
/// sm_80, 86, 90 and 120; for sm_75 it is ATOMS.ADD).
[[nodiscard]] bool adds_one_to_32_bits(const analysis::DefUse& uses, std::uint32_t instruction);

[[nodiscard]] LinkClass link_class(const ptx::Instruction& instruction);

/// Whether it waits until the device, or the system, sees the stores before it: a fence, or what releases.
[[nodiscard]] bool fences_device(const ptx::Instruction& instruction);

}  // namespace forewarp::profile
