// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/loops/regular_loop.hpp"

// A backward slice per loop. `moving` collects the registers carried over from the iteration before on which addresses,
// exits and watched conditions depend (LoopBody::follow); each of them must be an induction. Then accumulates_control
// checks the other direction: no accumulated value reaches an address or a condition after the loop.
//
// Example:                                              Slice of the address of the load: {%rd1 += 4}, an induction
//     L: ld.global.f32 %f1, [%rd1];                     Slice of the exit: {%r1 += 1}, an induction; n is invariant
//        fma.rn.f32 %f2, %f1, %f1, %f2;                 %f2 is carried but decides nothing: regular
//        add.s64 %rd1, %rd1, 4;  add.s32 %r1, %r1, 1;   With `@%p ...` on a predicate of %f1 it would not be: the
//        setp.lt.s32 %p1, %r1, %r2;  @%p1 bra L;        condition depends on a loaded value
//
// Cost: bounded by LoopBody::max_steps definitions followed per function.
#include <algorithm>
#include <set>
#include <span>

#include "forewarp/frontend/analysis/dataflow.hpp"
#include "forewarp/frontend/analysis/loops/accumulation.hpp"
#include "forewarp/frontend/analysis/loops/induction.hpp"
#include "forewarp/frontend/analysis/loops/loop_body.hpp"
#include "forewarp/frontend/analysis/loops/loop_exits.hpp"
#include "forewarp/frontend/analysis/loops/loop_watches.hpp"
#include "forewarp/frontend/analysis/loops/rotation.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::analysis {
namespace {

/// Larger functions than any that occur in practice are skipped: the search is quadratic in places.
constexpr std::size_t max_instructions = 65536, max_blocks = 4096, max_loops = 256;

/// What addresses depend on, in shared memory and elsewhere; what exits and conditions do is in `elsewhere`, too.
struct Moving {
  Slice shared, elsewhere;
};

/// Of an instruction that reads or writes shared memory, the registers of its addresses there; a copy into shared
/// memory has its destination first.
std::span<const std::uint32_t> shared_addresses(const LoopBody& body, std::uint32_t n) {
  const ptx::Instruction& i = body.at(n);
  const auto all = body.flow().address(n);
  if (ptx::memory_kind(i.opcode) == ptx::MemoryKind::copy)
    return i.space == ptx::StateSpace::shared ? all.first(std::min<std::size_t>(1, all.size())) : all.first(0);
  return ptx::space_of(i.opcode, i.space) == ptx::StateSpace::shared ? all : all.first(0);
}

/// Adds what the block's addresses depend on, and its branch to the exits; other guards must be steady.
bool examine_block(const LoopBody& body, std::uint32_t block, LoopWatches& watches, Moving& found, RegularLoop& out) {
  Slice& moving = found.elsewhere;
  const auto& b = body.cfg().blocks[block];
  for (auto n = b.first; n < b.last; ++n) {
    if (ptx::accesses_memory(body.at(n).opcode)) {
      const auto shared = shared_addresses(body, n);
      for (const auto reg : shared) body.follow(reg, n, found.shared);
      for (const auto reg : body.flow().address(n).subspan(shared.size())) body.follow(reg, n, moving);
    }
    const bool is_exit = n + 1 == b.last && body.leaves(block);
    if (is_exit && !examine_exit(body, block, moving, out)) return false;
    if (!is_exit && body.at(n).guard >= 0 && !watches.is_steady(n, moving)) return false;
  }
  return true;
}

/// Each carried register that addresses or conditions depend on must be an induction; of addresses in shared memory it
/// may rotate.
bool find_inductions(const LoopBody& body, const Moving& moving, RegularLoop& out) {
  std::set<std::uint32_t> inductions;
  for (const auto reg : moving.elsewhere.carried) {
    if (!is_induction(body, reg)) return false;
    inductions.insert(reg);
  }
  for (const auto reg : moving.shared.carried)
    if (!find_rotation(body, reg, out.rotating, inductions)) return false;
  out.inductions.assign(inductions.begin(), inductions.end());
  return true;
}

std::optional<RegularLoop> examine(const LoopBody& body) {
  if (!body.structure_is_simple()) return std::nullopt;
  RegularLoop out;
  out.header = body.loop().header;
  Moving moving;
  LoopWatches watches(body);
  for (const auto block : body.loop().blocks) {
    if (!examine_block(body, block, watches, moving, out)) return std::nullopt;
  }
  out.watches = watches.all();
  if (out.exits.empty() || !find_inductions(body, moving, out) || accumulates_control(body, out)) return std::nullopt;
  if (body.is_exhausted()) return std::nullopt;
  return out;
}

}  // namespace

std::vector<std::optional<RegularLoop>> regular_loops(const ptx::Function& function, const Cfg& cfg) {
  std::vector<std::optional<RegularLoop>> out(cfg.loops.size());
  if (cfg.loops.empty() || cfg.loops.size() > max_loops || cfg.blocks.size() > max_blocks ||
      function.body.size() > max_instructions) {
    return out;
  }
  const Dataflow flow(function, cfg);
  std::size_t steps = 0;
  for (std::uint32_t n = 0; n < cfg.loops.size(); ++n) out[n] = examine(LoopBody(flow, n, steps));
  return out;
}

}  // namespace forewarp::analysis
