// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/warp.hpp"

// The interpreter of one warp. Warp::run executes ready instructions of the top entry of the stack; at the end of a
// basic block finish_block chooses the next one and keeps the stack of divergent paths (see warp.hpp).
//
// Invariants between two basic blocks: the top entry is a leaf whose lanes all execute the same instruction next;
// `regs` is the register storage of its frame; an entry whose mask is empty is popped before anything executes.
//
// Cost: an instruction is one indirect call, whatever the number of lanes; a basic block adds one check of the slice,
// the instruction budget and the observer. The slice is checked between basic blocks only, so a block of instructions
// is never split between two turns of the round-robin, unless an instruction waits (Flow::refetch).
//
// Example, `if (lane < 8) A; B;` with 32 lanes. The branch over A is taken by lanes 8 to 31, whose target B is
// where both sides meet. diverge() turns the top entry into one that waits at B with mask 0-31 and pushes one side
// only, lanes 0 to 7 at A: lanes 8 to 31 are already where the entry below waits. A ends in go_to(B), which is the
// entry's reconvergence point, so the entry is popped and all 32 lanes execute B.
#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <utility>

#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/emulate/native/hot_code.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::emu {

namespace {
// A predicate register is a row of one bit per lane.
LaneMask read_predicate(const std::byte* regs, std::uint32_t row, bool negated) {
  LaneMask mask;
  std::memcpy(&mask, regs + row, sizeof mask);
  return negated ? ~mask : mask;
}
}  // namespace

Warp::Warp(Block& owner, unsigned index)
    : block(owner),
      index_(index),
      full_(owner.launch().program->width == 64 ? ~LaneMask{0} : (LaneMask{1} << owner.launch().program->width) - 1) {}

/// What was allocated begins 16 to `alignment` bytes before the warp, with room for its address.
void* Warp::operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto step = static_cast<std::size_t>(alignment);
  auto* const whole = static_cast<std::byte*>(::operator new(bytes + step));
  std::byte* const warp = whole + (step - std::bit_cast<std::uintptr_t>(whole) % step);
  std::memcpy(warp - sizeof whole, &whole, sizeof whole);
  return warp;
}

void Warp::operator delete(void* warp, std::align_val_t) {
  std::byte* whole = nullptr;
  std::memcpy(&whole, static_cast<std::byte*>(warp) - sizeof whole, sizeof whole);
  ::operator delete(whole);
}

WarpId Warp::id() const { return {block.linear(), index_}; }

void Warp::begin() {
  const LaunchContext& launch = block.launch();
  const unsigned width = launch.program->width;
  const unsigned left = launch.threads - index_ * width;
  alive_ = left >= width ? full_ : (LaneMask{1} << left) - 1;
  executed = 0;
  weight_ = 1;
  plain_ = !block.observer() && !block.has_checks() && launch.options->loop_sample == 0;
  entry_ = &launch.program->entry();
  entry_blocks_ = choose_blocks();
  if (launch.options->loop_sample > 0) {
    if (!sampler_) sampler_.emplace(launch.options->loop_sample);
    sampler_->begin();
  }
  frames_used_ = 0;
  local_used_ = 0;
  stack_.clear();
  meetings_.clear();
  polls_.clear();
  stalled_ = false;
  stalled_at_.reset();
  turned_ = 0;
  if (!launch.program->entry().blocks.empty()) push_call(launch.program->entry(), 0, nullptr, alive_);
}

const std::vector<BlockCode>* Warp::choose_blocks() const {
  if (!plain_ || entry_->plain.blocks.empty()) return &entry_->blocks;
  const native::HotCode* const hot = block.launch().hot;
  return hot != nullptr && hot->blocks() != nullptr ? hot->blocks() : &entry_->plain.blocks;
}

// Exited lanes stay in the masks of the stack; live() removes them.
void Warp::leave_kernel(LaneMask lanes) {
  block.threads_left(static_cast<unsigned>(std::popcount(alive_ & lanes)));
  alive_ &= ~lanes;
}

/// Brings the top of the stack to an entry that can run.
WarpState Warp::settle() {
  while (!stack_.empty()) {
    StackEntry& top = stack_.back();
    top.mask = live(top);
    const bool has_arrived = top.next == nullptr && top.block->index == top.reconverge;
    if (top.mask == 0 || has_arrived) {
      stack_.pop_back();
      continue;
    }
    if (top.hold != Hold::none && top.hold != Hold::pass) [[unlikely]] {
      const bool alone = stack_.size() == 1 && top.hold == Hold::barrier;  // as a rule
      if (alone || !turn()) return WarpState::waiting;
      continue;
    }
    if (frames_used_ > top.frame + 1) trim_frames();
    regs = frames_[top.frame].regs;
    return WarpState::ready;
  }
  release_frames(0);
  return WarpState::done;
}

/// Reports a new weight to the observer: the number of executions that each following event represents.
void Warp::report_weight() {
  if (sampler_->weight() == weight_) return;
  weight_ = sampler_->weight();
  if (block.observer()) block.observer()->weight(id(), weight_);
}

void Warp::begin_block(const BlockCode& code, LaneMask active) {
  executed += code.instructions;
  slice -= 1 + static_cast<std::int64_t>(code.hoisted_accesses);
  if (code.loop >= 0 && sampler_) {
    const StackEntry& top = stack_.back();
    sampler_->header(frames_[top.frame].code->loop_plans, static_cast<std::uint32_t>(code.loop), top.frame, regs,
                     active);
    report_weight();
  }
  if (!block.spend(code.instructions))
    fault(code, active,
          fmt::format("more than {} warp instructions executed (--limit COUNT allows more): an endless "
                      "loop, or a wait for what no thread does?",
                      block.launch().options->max_warp_instructions));
  if (block.observer()) block.observer()->basic_block(id(), code.id, active);
}

/// Continues the top entry at block `target` of its function. False when the top of the stack changed (the lanes
/// reached the entry's reconvergence point, left a loop without those that wait inside it or ran off the function's
/// end) or the slice is used up. at.block: where they come from; nullptr: they leave no loop.
bool Warp::go_to(std::uint32_t target, Position& at) {
  StackEntry& top = stack_.back();
  if (at.block != nullptr && !at.block->leavings.empty()) [[unlikely]] {
    const auto* const way = leaving(*at.block, target);
    if (way != nullptr && way->is_inside(top.reconverge)) {
      leave(*way, top.mask);
      return false;
    }
  }
  if (target == top.reconverge || target == analysis::Cfg::none) {
    if (target == analysis::Cfg::none) leave_function(top.frame, top.mask);  // ran off the end of the text
    stack_.pop_back();
    return false;
  }
  top.block = &blocks_of(*frames_[top.frame].code)[target];
  top.next = nullptr;
  if (slice <= 0) return false;
  at = {top.block, top.block->first, top.mask};
  begin_block(*at.block, at.lanes);
  return true;
}

/// The position of the top of the stack, once that can run; false when the warp waits, has ended or has used its slice.
bool Warp::take_up(Position& at) {
  state_ = settle();
  if (state_ != WarpState::ready || slice <= 0) return false;
  at = position();
  if (!at.next) {
    at.next = at.block->first;
    begin_block(*at.block, at.lanes);
  }
  return true;
}

/// The top entry becomes the parent that waits at `reconverge`, and each side with lanes becomes a child.
///
/// Where the top already waits for the same point it is replaced instead of made a parent. So a loop that lanes leave
/// one by one does not deepen the stack: the first exit makes a parent and a child, each later one shrinks the child.
/// A side that targets `reconverge` itself gets no entry: its lanes count as arrived.
void Warp::diverge(std::uint32_t reconverge, const Side* sides, unsigned count) {
  const StackEntry here = stack_.back();
  const bool stays = reconverge != here.reconverge;
  if (!stays)
    stack_.pop_back();
  else {
    stack_.back().block = &blocks_of(*frames_[here.frame].code)[reconverge];
    stack_.back().next = nullptr;
  }
  for (unsigned i = 0; i < count; ++i) {
    if (sides[i].mask == 0) continue;
    if (sides[i].target == analysis::Cfg::none)
      leave_function(here.frame, sides[i].mask);
    else if (sides[i].target != reconverge)
      stack_.push_back({&blocks_of(*frames_[here.frame].code)[sides[i].target], nullptr, reconverge, here.frame,
                        sides[i].mask, here.depth + (stays ? 1 : 0)});
  }
}

std::size_t Warp::parent_of(std::size_t i) const {
  const std::uint32_t depth = stack_[i].depth;
  while (stack_[i].depth >= depth) --i;
  return i;
}

/// Lanes of the top entry go to way.to, out of a loop. Entries that wait inside the loop do not wait for them any more.
/// The outermost of the loop, and these lanes, are children of an entry that waits for both at way.meeting:
///
///     all, wait at J                          all, wait at X
///       lanes of `then`, until J      ->        those that stay, wait at J, until X
///                                                 lanes of `then` less those that leave, until J
///                                               those that leave, at way.to, until X: none where that is X
///
/// The lanes that stay go on first, those that leave lie below them.
void Warp::leave(const analysis::Reconvergence::Leaving& way, LaneMask lanes) {
  std::size_t i = stack_.size() - 1;
  for (; way.is_inside(stack_[i].reconverge); i = parent_of(i)) stack_[i].mask &= ~lanes;
  const std::vector<BlockCode>& blocks = blocks_of(*frames_[stack_[i].frame].code);
  if (stack_[i].reconverge != way.meeting && way.meeting != analysis::Cfg::none) {
    StackEntry outer = stack_[i];
    outer.block = &blocks[way.meeting];
    outer.next = nullptr;
    outer.hold = Hold::none;
    for (std::size_t k = i; k < stack_.size(); ++k) ++stack_[k].depth;
    stack_[i].reconverge = way.meeting;
    stack_.insert(stack_.begin() + static_cast<std::ptrdiff_t>(i++), outer);
  }
  stack_[i].mask &= ~lanes;
  if (way.to == stack_[i].reconverge) return;
  const StackEntry left{&blocks[way.to], nullptr, stack_[i].reconverge, stack_[i].frame, lanes, stack_[i].depth};
  stack_.insert(stack_.begin() + static_cast<std::ptrdiff_t>(i), left);
}

void Warp::leave_loop(const analysis::Reconvergence::Leaving* way) {
  if (way != nullptr && way->is_inside(stack_.back().reconverge)) leave(*way, stack_.back().mask);
}

/// Sides that leave a loop do so as long as another is left.
const analysis::Reconvergence::Leaving* Warp::spread(const BlockCode& at, const Side* sides, unsigned count) {
  if (at.leavings.empty()) {
    diverge(at.reconverge, sides, count);
    return nullptr;
  }
  unsigned staying = 0, others = 0;
  Side stays[65];
  for (unsigned i = 0; i < count; ++i) others += sides[i].mask != 0 ? 1 : 0;
  for (unsigned i = 0; i < count; ++i) {
    if (sides[i].mask == 0) continue;
    const auto* const way = leaving(at, sides[i].target);
    if (way != nullptr && others + staying > 1)
      leave(*way, sides[i].mask);
    else
      stays[staying++] = sides[i];
    --others;
  }
  if (staying > 1) {
    diverge(at.reconverge, stays, staying);
    return nullptr;
  }
  StackEntry& top = stack_.back();
  if (stays[0].target == analysis::Cfg::none) {
    leave_function(top.frame, stays[0].mask);
    return nullptr;
  }
  top.block = &blocks_of(*frames_[top.frame].code)[stays[0].target];
  top.next = nullptr;
  return leaving(at, stays[0].target);
}

/// The end of a basic block; false when the top of the stack changed and must be looked at.
bool Warp::finish_block(Position& at) {
  const Terminator& end = at.block->end;
  const LaneMask active = at.lanes;
  LaneMask taken = active;
  if (end.guard != LaneInst::absent_row) taken &= read_predicate(regs, end.guard, end.guard_negated);
  switch (end.kind) {
    case Terminator::Kind::fall:
      return go_to(end.next, at);
    case Terminator::Kind::table: {
      const MachineOp& op = operations()[end.op];
      if (taken == 0) return go_to(end.next, at);
      op.fn(*this, op, taken);
      return false;
    }
    case Terminator::Kind::branch: {
      if (end.guard != LaneInst::absent_row && block.observer())
        block.observer()->branch(id(), at.block->id, active, taken);
      // Uniform branches, the common case, leave the stack as it is.
      if (taken == active) return go_to(end.target, at);
      if (taken == 0) return go_to(end.next, at);
      if (end.target == end.next) return go_to(end.next, at);
      leave_loop(part(*at.block, taken));
      return false;
    }
    case Terminator::Kind::leave_function:
    case Terminator::Kind::leave_kernel:
      break;
  }
  if (end.kind == Terminator::Kind::leave_kernel)
    leave_kernel(taken);
  else if (taken != 0)
    leave_function(stack_.back().frame, taken);
  // A guarded ret or exit: the lanes whose guard is false go on behind it.
  if (taken == active) return false;
  stack_.back().mask = active & ~taken;
  return go_to(end.next, at);
}

/// Three nested loops: over entries of the stack (take_up), over basic blocks of one entry, over instructions of one
/// block. The inner two keep the position in a local variable; it is stored in the entry only where something else must
/// see it (save_position, diverge, go_to).
WarpState Warp::run() {
  const unsigned width = block.launch().program->width;
  stalled_ = false;
  Position at;
  while (take_up(at)) {
    const std::deque<MachineOp>* ops = &operations();
    bool same_entry = true;
    while (same_entry) {
      while (at.next != at.block->last) {
        const Ready& ready = *at.next++;
        LaneMask lanes = at.lanes;
        if (ready.guard != LaneInst::absent_row) {
          lanes &= read_predicate(regs, ready.guard, ready.guard_negated != 0);
          if (lanes == 0) continue;
        }
        // A lane operation reads and writes rows of registers and nothing else, so it needs no access to the warp.
        if (ready.lane.fn) {
          ready.lane.fn(regs, ready.lane, lanes, width);
          continue;
        }
        // A machine operation may access memory, wait or change the stack.
        const MachineOp& op = (*ops)[ready.lane.control];
        next_ = at.next;
        const Flow flow = op.fn(*this, op, lanes);
        if (flow == Flow::next) continue;
        if (flow == Flow::moved) {
          at = position();
          ops = &operations();
          continue;
        }
        same_entry = false;
        break;
      }
      if (same_entry) same_entry = finish_block(at);
    }
  }
  if (state_ == WarpState::done && block.observer()) block.observer()->warp_end(id());
  return state_;
}

}  // namespace forewarp::emu
