// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/detail/live_registers.hpp"

#include <algorithm>

#include "forewarp/frontend/analysis/register_access.hpp"
#include "forewarp/frontend/ptx/wmma.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::analysis::detail {

using ptx::Function;
using ptx::Instruction;
using ptx::OperandKind;

namespace {

constexpr std::uint32_t not_shared = 0xffffffff;

/// A row of bits per block, one bit per register that is live across blocks.
class BitRows {
 public:
  BitRows(std::size_t rows, std::size_t bits) : words_((bits + 63) / 64), data_(rows * words_) {}
  void set(std::size_t row, std::uint32_t bit) { data_[row * words_ + bit / 64] |= std::uint64_t{1} << (bit % 64); }
  [[nodiscard]] bool has(std::size_t row, std::uint32_t bit) const {
    return (data_[row * words_ + bit / 64] >> (bit % 64) & 1) != 0;
  }
  [[nodiscard]] std::uint64_t& word(std::size_t row, std::size_t i) { return data_[row * words_ + i]; }
  [[nodiscard]] std::size_t words() const { return words_; }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> data_;
};

/// Backward data flow: live_in(B) = exposed(B) | (live_out(B) & ~killed(B)), live_out the union of the successors'
/// live_in, iterated with a work list. Then each block is traversed backwards once with the exact set, keeping the
/// largest weight.
///
/// Only registers that some block reads before writing get a bit; in compiled code most are local to a block.
/// Invariant: live_in only grows, so the iteration ends. O(iterations * edges * bits / 64).
///
/// Example: "add %r3, %r1, %r2; mul %r4, %r3, %r3; st [%rd1], %r4": backwards 2 + 1, 2 + 1, 2 + 2 registers of 32 bits.
class Liveness {
 public:
  Liveness(const Function& function, const Cfg& cfg) : f_(function), cfg_(cfg) {
    number_shared();
    constexpr std::size_t max_bits = std::size_t{1} << 32;
    if (shared_.size() * cfg.blocks.size() > max_bits) throw InputError("this function is too large for liveness");
  }

  std::vector<bool> at_entry() {
    BitRows live_in(cfg_.blocks.size(), shared_.size()), killed(cfg_.blocks.size(), shared_.size());
    fill_local_sets(live_in, killed);
    flow(live_in, killed);
    std::vector<bool> live(f_.registers.size());
    for (std::uint32_t i = 0; i < shared_.size() && !cfg_.blocks.empty(); ++i) live[shared_[i]] = live_in.has(0, i);
    return live;
  }

  std::uint32_t max_weight(const std::vector<std::uint8_t>& weights) {
    BitRows live_in(cfg_.blocks.size(), shared_.size()), killed(cfg_.blocks.size(), shared_.size());
    fill_local_sets(live_in, killed);
    flow(live_in, killed);
    std::vector<bool> live(f_.registers.size());
    std::uint32_t most = 0;
    for (std::uint32_t block = 0; block < cfg_.blocks.size(); ++block)
      most = std::max(most, walk(block, live_in, live, weights));
    return most;
  }

 private:
  /// A register is shared between blocks when some block reads it before writing it.
  void number_shared() {
    number_.assign(f_.registers.size(), not_shared);
    for_each_exposed([&](std::uint32_t, std::uint32_t reg) {
      if (number_[reg] != not_shared) return;
      number_[reg] = static_cast<std::uint32_t>(shared_.size());
      shared_.push_back(reg);
    });
  }

  void for_each_exposed(auto&& use) {
    std::vector<std::uint32_t> written_in(f_.registers.size(), Cfg::none);
    for (std::uint32_t block = 0; block < cfg_.blocks.size(); ++block) {
      for (std::uint32_t i = cfg_.blocks[block].first; i < cfg_.blocks[block].last; ++i) {
        for_each_read(f_, f_.body[i], [&](std::uint32_t reg) {
          if (written_in[reg] != block) use(block, reg);
        });
        if (f_.body[i].guard >= 0) continue;  // a guarded write may leave the old value
        for_each_written(f_, f_.body[i], [&](std::uint32_t reg) { written_in[reg] = block; });
      }
    }
  }

  void fill_local_sets(BitRows& live_in, BitRows& killed) {
    for_each_exposed([&](std::uint32_t block, std::uint32_t reg) { live_in.set(block, number_[reg]); });
    for (std::uint32_t i = 0; i < f_.body.size(); ++i) {
      if (f_.body[i].guard >= 0) continue;
      for_each_written(f_, f_.body[i], [&](std::uint32_t reg) {
        if (number_[reg] != not_shared) killed.set(cfg_.block_of[i], number_[reg]);
      });
    }
  }

  /// Work list from the last block to the first, as liveness flows backwards.
  void flow(BitRows& live_in, BitRows& killed) {
    std::vector<std::uint32_t> work;
    std::vector<bool> waits(cfg_.blocks.size(), true);
    for (std::uint32_t block = 0; block < cfg_.blocks.size(); ++block) work.push_back(block);
    while (!work.empty()) {
      const std::uint32_t block = work.back();
      work.pop_back();
      waits[block] = false;
      if (!update(block, live_in, killed)) continue;
      for (const std::uint32_t from : cfg_.blocks[block].predecessors) {
        if (waits[from]) continue;
        waits[from] = true;
        work.push_back(from);
      }
    }
  }

  /// live_in |= live_out minus killed; true when that changed it.
  bool update(std::uint32_t block, BitRows& live_in, BitRows& killed) {
    bool changed = false;
    for (const std::uint32_t to : cfg_.blocks[block].successors)
      for (std::size_t i = 0; i < live_in.words(); ++i) {
        const std::uint64_t more = live_in.word(to, i) & ~killed.word(block, i) & ~live_in.word(block, i);
        live_in.word(block, i) |= more;
        changed |= more != 0;
      }
    return changed;
  }

  /// A register that is written but never read still occupies one at that instruction.
  std::uint32_t walk(std::uint32_t block, BitRows& live_in, std::vector<bool>& live,
                     const std::vector<std::uint8_t>& weights) {
    std::vector<std::uint32_t> touched;
    std::uint32_t now = 0;
    const auto add = [&](std::uint32_t reg) {
      if (live[reg]) return;
      live[reg] = true;
      touched.push_back(reg);
      now += weights[reg];
    };
    for (const std::uint32_t to : cfg_.blocks[block].successors)
      for (std::uint32_t bit = 0; bit < shared_.size(); ++bit)
        if (live_in.has(to, bit)) add(shared_[bit]);
    std::uint32_t most = now;
    for (std::uint32_t i = cfg_.blocks[block].last; i-- > cfg_.blocks[block].first;) {
      const Instruction& instruction = f_.body[i];
      for_each_written(f_, instruction, add);
      most = std::max(most, now);
      if (instruction.guard < 0)
        for_each_written(f_, instruction, [&](std::uint32_t reg) {
          if (live[reg]) now -= weights[reg];
          live[reg] = false;
        });
      for_each_read(f_, instruction, add);
      most = std::max(most, now);
    }
    for (const std::uint32_t reg : touched) live[reg] = false;
    return most;
  }

  const Function& f_;
  const Cfg& cfg_;
  std::vector<std::uint32_t> number_;  ///< of a register among the shared ones
  std::vector<std::uint32_t> shared_;
};

}  // namespace

std::vector<bool> live_at_entry(const Function& function, const Cfg& cfg) { return Liveness(function, cfg).at_entry(); }

std::uint32_t max_live_weight(const Function& function, const Cfg& cfg, const std::vector<std::uint8_t>& weights) {
  return Liveness(function, cfg).max_weight(weights);
}

namespace {

/// Half-precision fragments of wmma have registers that duplicate others; ptxas allocates none for them.
void free_copies(const Function& function, std::vector<std::uint8_t>& weights) {
  for (const Instruction& i : function.body) {
    if (i.opcode != ptx::Opcode::wmma_load) continue;
    const auto transfer = ptx::wmma_transfer(i.mnemonic);
    if (!transfer || i.operand_count == 0) continue;
    const ptx::Operand& fragment = function.operands_of(i)[0];
    if (fragment.kind != OperandKind::vector || fragment.count != transfer->registers()) continue;
    for (const ptx::Operand& o : function.elements_of(fragment).subspan(transfer->distinct_registers()))
      if (o.kind == OperandKind::reg) weights[static_cast<std::size_t>(o.index)] = 0;
  }
}

}  // namespace

std::vector<std::uint8_t> register_weights(const Function& function) {
  std::vector<std::uint8_t> weights;
  weights.reserve(function.registers.size());
  for (const ptx::Register& r : function.registers) {
    const unsigned bytes = size_of(r.type);
    weights.push_back(static_cast<std::uint8_t>((bytes + 3) / 4));
  }
  free_copies(function, weights);
  return weights;
}

}  // namespace forewarp::analysis::detail
