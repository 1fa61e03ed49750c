// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Lanes of a warp that make progress independently: the four cases of warp.hpp in which the machine departs from the
// order of the stack.
//
// Invariants: the stack is in pre-order (the entries above entry i with a larger depth, up to the first without, are
// its subtree); the masks of siblings are disjoint, and a parent's has all lanes of its children; meetings_ has one
// element for each entry with Hold::lanes. A subtree is moved as a whole, so each step keeps them.
//
// A worked example, a lock: lane 0 has taken it, lanes 1 to 31 spin on it in a loop that ends at R.
//
//     depth 0  0-31 at R        give_way:  depth 0  1-31 at R          lane 0 unlocks,   depth 0  1-31 at R
//     depth 1  1-31 in loop                depth 1  1-31 in loop       reaches the end   depth 1  1-31 in loop
//                                          depth 0  0 at R (runs)      of the kernel:    (runs; one lane gets it)
//
// Each of these steps costs a walk over the stack, of one entry for each lane and level of nesting at most. None of
// them is taken while the top entry can run and has all lanes that its instructions name.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/emulate/machine/warp.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::emu {

namespace {

bool waits(Hold hold) { return hold == Hold::barrier || hold == Hold::lanes; }

}  // namespace

bool Warp::can_run(std::size_t i) const { return is_leaf(i) && !waits(stack_[i].hold) && live(stack_[i]) != 0; }

/// The index after the last descendant of entry i.
std::size_t Warp::end_of_subtree(std::size_t i) const {
  std::size_t end = i + 1;
  while (end < stack_.size() && stack_[end].depth > stack_[i].depth) ++end;
  return end;
}

/// Lanes that have reached the point where entry i waits for its children: its own without those of its children.
LaneMask Warp::arrived(std::size_t i) const {
  LaneMask away = 0;
  for (std::size_t c = i + 1, end = end_of_subtree(i); c < end; ++c)
    if (stack_[c].depth == stack_[i].depth + 1) away |= live(stack_[c]);
  return live(stack_[i]) & ~away;
}

/// Removes entries without lanes, which are those of subtrees without lanes.
void Warp::prune() {
  std::erase_if(stack_, [this](const StackEntry& entry) { return live(entry) == 0; });
}

/// Makes entry i, a leaf, the top: it and each of its ancestors become the last of their siblings.
void Warp::bring_up(std::size_t i) {
  for (std::uint32_t depth = 0, last = stack_[i].depth; depth <= last; ++depth) {
    std::size_t ancestor = i;
    while (stack_[ancestor].depth > depth) --ancestor;
    const std::size_t end = end_of_subtree(ancestor);
    // Moves the subtree behind its later siblings. Entry i moves along with it.
    std::rotate(stack_.begin() + static_cast<std::ptrdiff_t>(ancestor),
                stack_.begin() + static_cast<std::ptrdiff_t>(end), stack_.end());
    i += stack_.size() - end;
  }
}

/// The lowest leaf that can run comes first, so that leaves take turns: each that runs becomes the top.
bool Warp::turn_to_leaf() {
  for (std::size_t i = 0; i < stack_.size(); ++i)
    if (can_run(i)) {
      bring_up(i);
      return true;
    }
  return false;
}

/// Lanes that have reached the point where entry i waits continue without the others, as a sibling of the entry.
void Warp::release(std::size_t i) {
  StackEntry ahead = stack_[i];
  ahead.mask = arrived(i);
  ahead.hold = Hold::none;
  stack_[i].mask &= ~ahead.mask;
  const std::size_t place = end_of_subtree(i);
  stack_.insert(stack_.begin() + static_cast<std::ptrdiff_t>(place), ahead);
  bring_up(place);
}

/// Whether only the end of the kernel follows: no access, no barrier, no condition. Stops
/// after as many steps as the function has blocks, so that an endless loop without conditions is not followed for ever.
bool Warp::leads_to_exit(const StackEntry& entry) const {
  const FunctionCode& code = *frames_[entry.frame].code;
  const BlockCode* at = entry.block;
  const Ready* next = entry.next ? entry.next : at->first;
  for (std::size_t steps = 0; steps <= code.blocks.size(); ++steps) {
    if (next == at->first && at->hoisted_operations) return false;
    for (; next != at->last; ++next)
      if (!next->lane.fn) return false;
    if (at->end.guard != LaneInst::absent_row) return false;
    if (at->end.kind == Terminator::Kind::leave_kernel) return true;
    const bool jumps = at->end.kind == Terminator::Kind::branch;
    const std::uint32_t to = jumps ? at->end.target : at->end.next;
    if ((!jumps && at->end.kind != Terminator::Kind::fall) || to == analysis::Cfg::none) return false;
    at = &blocks_of(code)[to];
    next = at->first;
  }
  return false;
}

/// The top entry waits: finds another one to run, in the order of warp.hpp. False when the warp waits as a whole.
bool Warp::turn() {
  prune();
  if (open_meetings() || turn_to_leaf() || send_off()) return true;
  for (std::size_t i = 0; i < stack_.size(); ++i)
    if (is_leaf(i) && stack_[i].hold == Hold::barrier) return false;
  return force_meeting();
}

/// Case 3: lanes that only have to exit do so, which can complete a barrier that waits for all live threads.
bool Warp::send_off() {
  for (std::size_t i = stack_.size(); i-- > 0;) {
    if (is_leaf(i) || !leads_to_exit(stack_[i]) || arrived(i) == 0) continue;
    release(i);
    return true;
  }
  return false;
}

Meeting* Warp::meeting_of(LaneMask lanes) {
  for (Meeting& m : meetings_)
    if ((m.lanes & lanes) != 0) return &m;
  return nullptr;
}

/// Entry `from`, a sibling of `to` at the same place, becomes part of it, and its children children of that.
void Warp::merge(std::size_t to, std::size_t from) {
  const auto at = [this](std::size_t i) { return stack_.begin() + static_cast<std::ptrdiff_t>(i); };
  if (stack_[from].hold == Hold::lanes) {
    const Meeting gone = *meeting_of(live(stack_[from]));
    std::erase_if(meetings_, [&](const Meeting& m) { return m.lanes == gone.lanes; });
    Meeting& kept = *meeting_of(live(stack_[to]));
    kept.lanes |= gone.lanes;
    kept.members |= gone.members;
  }
  stack_[to].mask = live(stack_[to]) | live(stack_[from]);
  for (AffineRow& base : bases) base.known = false;  // they were made by whole warps only, and perhaps long ago
  const std::size_t end = end_of_subtree(to);
  std::rotate(at(end), at(from), at(end_of_subtree(from)));
  stack_.erase(at(end));
}

/// Siblings at the same instruction with the same state become one entry. O(n^2) comparisons of the n entries, only
/// while a meeting is open.
void Warp::merge_siblings() {
  const auto together = [this](std::size_t i, std::size_t j) {
    const StackEntry &a = stack_[i], &b = stack_[j];
    return a.block == b.block && a.next == b.next && a.reconverge == b.reconverge && a.frame == b.frame &&
           a.hold == b.hold && a.hold != Hold::barrier && is_leaf(i) == is_leaf(j);
  };
  for (std::size_t i = 0; i < stack_.size(); ++i)
    for (std::size_t j = end_of_subtree(i); j < stack_.size() && stack_[j].depth == stack_[i].depth;) {
      if (together(i, j)) {
        merge(i, j);
        j = end_of_subtree(i);  // siblings before j were no partners of i, but children of both may now be siblings
      } else {
        j = end_of_subtree(j);
      }
    }
}

/// Completes each meeting whose members have all arrived. Members of a barrier of whole warps must be in the same
/// entry; those of other instructions may wait in different ones. Returns whether an entry can go on.
bool Warp::open_meetings() {
  if (meetings_.empty()) return false;
  merge_siblings();
  LaneMask come = 0;
  for (const Meeting& m : meetings_) come |= m.lanes;
  return std::erase_if(meetings_, [&](const Meeting& m) {
           const bool complete = (m.members & alive_ & ~(m.whole ? m.lanes : come)) == 0;
           for (StackEntry& entry : stack_)
             if (complete && entry.hold == Hold::lanes && (entry.mask & m.lanes) != 0) entry.hold = Hold::pass;
           return complete;
         }) > 0;
}

/// No further lane can arrive. At a barrier of whole warps that is an error. The other instructions execute with the
/// lanes that are present: a value read from an absent lane is undefined, not an error.
bool Warp::force_meeting() {
  FOREWARP_ASSERT(!meetings_.empty(), "a warp waits for nothing");
  const auto partial = std::find_if(meetings_.rbegin(), meetings_.rend(), [](const Meeting& m) { return !m.whole; });
  if (partial == meetings_.rend())
    fault(*meetings_.back().op, meetings_.back().lanes,
          fmt::format("barrier divergence: {} of the {} live threads of warp {} arrive",
                      std::popcount(meetings_.back().lanes), std::popcount(alive_), index_),
          FindingKind::sync);
  for (StackEntry& entry : stack_)
    if (entry.hold == Hold::lanes && (entry.mask & partial->lanes) != 0) entry.hold = Hold::pass;
  meetings_.erase(std::next(partial).base());
  return true;
}

/// An instruction that must wait is executed twice: the first time registers the meeting and returns false, the second
/// time, with Hold::pass, proceeds.
bool Warp::meet(const MachineOp& op, LaneMask active, LaneMask members, bool whole) {
  StackEntry& top = stack_.back();
  if (top.hold == Hold::pass) {
    top.hold = Hold::none;
    return true;
  }
  members &= alive_;
  if ((members & ~active) == 0) return true;
  top.hold = Hold::lanes;
  top.next = next_ - 1;
  meetings_.push_back({active, members, whole, &op});
  return false;
}

StackEntry& Warp::wake(LaneMask lanes) {
  for (StackEntry& entry : stack_)
    if (entry.hold == Hold::barrier && (entry.mask & lanes) != 0) {
      entry.hold = Hold::none;
      return entry;
    }
  FOREWARP_ASSERT(false, "a barrier woke lanes that do not wait");
  return stack_.back();
}

/// Case 4. First every leaf gets a turn (turned_ counts them since the last store); if none of them stored anything,
/// the innermost entry with arrived lanes lets these continue ahead of those they would wait for.
bool Warp::give_way() {
  prune();
  if (turned_changes_ != block.changes()) turned_ = 0;
  turned_changes_ = block.changes();
  unsigned leaves = 0;
  for (std::size_t i = 0; i < stack_.size(); ++i) leaves += can_run(i);
  if (leaves > 1 && turned_ < leaves) {
    ++turned_;
    return turn_to_leaf();
  }
  for (std::size_t i = stack_.size(); i-- > 0;) {
    if (is_leaf(i) || arrived(i) == 0) continue;
    release(i);
    turned_ = 0;
    return true;
  }
  if (leaves > 1) turn_to_leaf();
  return false;
}

}  // namespace forewarp::emu
