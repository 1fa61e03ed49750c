// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Detects warps that wait in a loop: an instruction that can be used to wait for other threads reads the same values
// repeatedly while nothing in the block is stored. A warp that does useful work may look like that, too; then its slice
// ends early, which changes nothing but the order of the warps. Lanes are reordered only where every warp of the block
// looks like that (Block::round).
//
// Example, `while (atomicCAS(&lock, 0, 1) != 0);` with the lock held by another warp. Execution 1 makes the entry in
// polls_, execution 2 stores the hash of lanes, addresses and values read, execution 3 finds the same hash and ends the
// slice. A store anywhere in the block between (changes() differs) starts again at execution 1. A loop that waits for a
// list of values comes round to what it read at execution 2, 4, 8, ... (Brent's algorithm for cycle detection).
//
// polls_ is a list that is searched from its begin: a loop that waits has few such instructions. An entry from before
// the last store holds nothing any more and is taken by the next instruction that has none, so the list is as long as
// the instructions that ran between two stores.
#include <algorithm>
#include <bit>
#include <cstring>

#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/emulate/machine/lanes_of.hpp"
#include "forewarp/emulate/machine/warp.hpp"

namespace forewarp::emu {

namespace {

constexpr unsigned enough_polls = 1;           ///< after the two that are compared
constexpr unsigned enough_blind_polls = 4096;  ///< of instructions that read nothing: loops that work have them, too

/// FNV-1a, eight bytes at a time.
class Hash {
 public:
  void add(std::uint64_t word) { value_ = (value_ ^ word) * 0x100000001b3U; }
  void add(const std::byte* bytes, std::size_t count) {
    for (; count >= 8; bytes += 8, count -= 8) add(read(bytes, 8));
    if (count > 0) add(read(bytes, count));
  }
  static std::uint64_t read(const std::byte* bytes, std::size_t count) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, count);
    return word;
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

}  // namespace

Poll& Warp::poll_of(const MachineOp& op) {
  auto poll = std::ranges::find(polls_, &op, &Poll::op);
  if (poll == polls_.end())
    poll = std::ranges::find_if(polls_, [&](const Poll& p) { return p.changes != block.changes(); });
  if (poll == polls_.end()) poll = polls_.insert(poll, Poll{});
  if (poll->op != &op || poll->changes != block.changes()) *poll = {.op = &op, .changes = block.changes()};
  ++poll->executions;
  return *poll;
}

void Warp::stall_after(Poll& poll, unsigned enough) {
  if (++poll.repeats < enough) return;
  stalled_ = true;
  stalled_at_ = block.changes();
  slice = 0;
}

bool Warp::stalled() const { return stalled_ || stalled_at_ == block.changes(); }

/// O(active lanes): hashes the address row and the registers that were read.
void Warp::polled(const MachineOp& op, LaneMask active) {
  Poll& poll = poll_of(op);
  if (poll.executions == 1) return;
  Hash hash;
  hash.add(active);
  const auto add_row = [&](std::uint32_t row, unsigned slot) {
    if (row != LaneInst::absent_row)
      for_each_lane(active, [&](unsigned lane) { hash.add(regs + row + std::size_t{lane} * slot, slot); });
  };
  add_row(op.address_row, op.address_is_64 ? 8 : 4);
  for (unsigned e = 0; e < op.elements; ++e) add_row(op.rows[e], op.register_bytes < 4 ? 4 : op.register_bytes);
  if (hash.value() == poll.seen || hash.value() == poll.earlier) return stall_after(poll, enough_polls);
  poll.seen = hash.value();
  if (std::has_single_bit(poll.executions)) poll.earlier = hash.value();
  poll.repeats = 0;
}

void Warp::polled_blindly(const MachineOp& op) { stall_after(poll_of(op), enough_blind_polls); }

/// Position, mask and state of every entry, all registers of the frames in use and all local memory.
std::uint64_t Warp::state_hash() const {
  Hash hash;
  for (const StackEntry& entry : stack_) {
    hash.add(reinterpret_cast<std::uintptr_t>(entry.block));
    hash.add(reinterpret_cast<std::uintptr_t>(entry.next));
    hash.add(live(entry));
    hash.add(std::uint64_t{entry.depth} << 32 | entry.frame << 3 | static_cast<unsigned>(entry.hold));
  }
  for (std::uint32_t f = 0; f < frames_used_; ++f) hash.add(frames_[f].regs, frames_[f].code->register_bytes);
  for (std::uint64_t lane = 0; local_used_ > 0 && lane * local_stride_ < local_.size(); ++lane)
    hash.add(local_.data() + lane * local_stride_, local_used_);
  return hash.value();
}

}  // namespace forewarp::emu
