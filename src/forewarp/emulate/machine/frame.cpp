// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Call frames of a warp: registers, constants, local memory, arguments in and results out.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/emulate/machine/lanes_of.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/machine/warp.hpp"
#include "forewarp/support/one_of.hpp"

namespace forewarp::emu {

namespace {

constexpr std::uint32_t max_call_depth = 1024;
constexpr std::uint64_t max_local_bytes = std::uint64_t{512} << 10;  // per thread, as in CUDA
constexpr std::size_t storage_alignment = 64;

/// Whether the value is another one in each lane.
bool differs_by_lane(ptx::Special special) {
  using enum ptx::Special;
  return is_one_of(special, tid, laneid, warpid, lanemask_eq, lanemask_le, lanemask_lt, lanemask_ge, lanemask_gt);
}

/// Whether a row of a warp's frame keeps its value from one block of the launch to the next: thread
/// indices and sizes do, the block index does not. With most rows kept, entering the entry of a
/// small kernel costs little more than clearing its registers.
bool lasts(const EnteredRow& row) {
  return row.kind == EnteredRow::Kind::special && row.special != ptx::Special::ctaid &&
         row.special != ptx::Special::clusterid;
}

/// 32 lanes at a time, which compilers make vector stores of.
template <typename Slot>
void fill_lanes(Slot* slots, unsigned width, Slot value) {
  for (unsigned first = 0; first < width; first += 32)
    for (unsigned lane = 0; lane < 32; ++lane) slots[first + lane] = value;
}

// Writes a special register, or an address of local memory, to all lanes of its row.
template <typename Slot>
void fill(const Warp& warp, const EnteredRow& row, std::byte* regs, std::uint64_t local_base) {
  const unsigned width = warp.block.launch().program->width;
  auto* const slots = reinterpret_cast<Slot*>(regs + row.offset);
  const auto cut = [&](std::uint64_t value) {
    return static_cast<Slot>(row.value_bytes == 2 ? value & 0xffff : value);
  };
  if (row.kind == EnteredRow::Kind::local_address) {
    fill_lanes(slots, width, cut(local_base + row.addend));
  } else if (!differs_by_lane(row.special)) {
    fill_lanes(slots, width, cut(warp.block.special(warp, row.special, row.component, 0)));
  } else {
    for (unsigned lane = 0; lane < width; ++lane)
      slots[lane] = cut(warp.block.special(warp, row.special, row.component, lane));
  }
}

void fill_row(const Warp& warp, const EnteredRow& row, std::byte* regs, std::uint64_t local_base) {
  if (row.bytes == 8)
    fill<std::uint64_t>(warp, row, regs, local_base);
  else
    fill<std::uint32_t>(warp, row, regs, local_base);
}

}  // namespace

/// Prepares the registers of a call. Frames are reused: constants, and special registers that are the same in every
/// block, are only written when the storage held another function before.
void Warp::enter_frame(Frame& frame, const FunctionCode& code) {
  if (frame.capacity < code.frame_bytes + storage_alignment) {
    frame.capacity = code.frame_bytes + storage_alignment;
    frame.storage = std::make_unique<std::byte[]>(frame.capacity);
    const auto address = reinterpret_cast<std::uintptr_t>(frame.storage.get());
    frame.regs = frame.storage.get() + (storage_alignment - address % storage_alignment) % storage_alignment;
    frame.prepared = nullptr;
  }
  const bool plain = plain_ && !code.plain.blocks.empty();
  const bool known = frame.prepared == &code && frame.prepared_plain == plain;
  if (plain)
    for (const PlainCode::Bytes& bytes : code.plain.zeroed) std::memset(frame.regs + bytes.offset, 0, bytes.count);
  else
    std::memset(frame.regs, 0, code.register_bytes);
  if (!known && !code.constants.empty())
    std::memcpy(frame.regs + code.register_bytes, code.constants.data(), code.constants.size());
  frame.prepared = &code;
  frame.prepared_plain = plain;
  frame.code = &code;
  frame.returned = 0;
  for (const EnteredRow& row : code.entered)
    if (row.kind != EnteredRow::Kind::refreshed && !(known && lasts(row)))
      fill_row(*this, row, frame.regs, frame.local_base);
  if (plain && !known && !code.plain.prologue.empty()) {
    regs = frame.regs;
    run_prologue(code);
  }
}

/// Its loads of parameters take no part of a slice here: the basic blocks that they stood in do (hoisted_accesses).
void Warp::run_prologue(const FunctionCode& code) {
  const unsigned width = block.launch().program->width;
  const std::int64_t left = slice;
  for (const Ready& ready : code.plain.prologue) {
    if (ready.lane.fn) {
      ready.lane.fn(regs, ready.lane, alive_, width);
    } else {
      const MachineOp& op = code.ops[ready.lane.control];
      op.fn(*this, op, alive_);
    }
  }
  slice = left;
}

/// Grows the local memory of all lanes geometrically, up to the limit per thread, so that n nested
/// calls copy O(n) bytes and not O(n^2); contents are preserved.
void Warp::reserve_local(std::uint64_t bytes_a_thread) {
  if (bytes_a_thread <= local_stride_) return;
  const std::uint64_t stride = std::max(bytes_a_thread, std::min(2 * local_stride_, max_local_bytes));
  const unsigned width = block.launch().program->width;
  std::vector<std::byte> grown(stride * width);
  for (unsigned lane = 0; lane < width && local_used_ > 0; ++lane)
    std::memcpy(&grown[lane * stride], local(lane), local_used_);
  local_ = std::move(grown);
  local_stride_ = stride;
}

/// A frame, its local memory, the arguments, and an entry of the stack at the first block of the callee.
void Warp::push_call(const FunctionCode& callee, std::uint32_t caller, const MachineOp* call, LaneMask lanes) {
  const unsigned width = block.launch().program->width;
  if (frames_used_ == max_call_depth && call)
    fault(*call, lanes, fmt::format("more than {} nested calls", max_call_depth));
  const std::uint64_t base = local_used_;
  if (base + callee.local_bytes > max_local_bytes && call)
    fault(*call, lanes, fmt::format("a thread's local memory passes {} bytes", max_local_bytes));
  block.charge(*this, static_cast<std::int64_t>(callee.frame_bytes + callee.local_bytes * width));
  reserve_local(base + callee.local_bytes);
  for (unsigned lane = 0; lane < width && callee.local_bytes > 0; ++lane)
    std::memset(local(lane) + base, 0, callee.local_bytes);
  local_used_ = base + callee.local_bytes;
  if (frames_used_ == frames_.size()) frames_.emplace_back();
  const std::uint32_t number = frames_used_++;
  Frame& frame = frames_[number];
  frame.local_base = base;
  frame.caller = caller;
  frame.call = call;
  enter_frame(frame, callee);
  if (call) pass_arguments(frames_[caller], frame, *call, lanes, false);
  // A call through pointers pushes several: siblings, above the caller's entry.
  const std::uint32_t depth =
      stack_.empty() ? 0 : stack_.back().depth + (call && stack_.back().frame == caller ? 1 : 0);
  stack_.push_back({blocks_of(callee).data(), nullptr, analysis::Cfg::none, number, lanes, depth});
}

/// Frees the frames that no entry uses. Frames are numbered in the order of the calls, and lanes that diverged
/// may be in calls of their own, so those of the top entry need not be the last.
void Warp::trim_frames() {
  std::uint32_t last = 0;
  for (const StackEntry& entry : stack_) last = std::max(last, entry.frame);
  if (frames_used_ > last + 1) release_frames(last + 1);
}

void Warp::release_frames(std::uint32_t keep) {
  if (sampler_ && frames_used_ > keep) {
    sampler_->release_frames(keep);
    report_weight();
  }
  const unsigned width = block.launch().program->width;
  while (frames_used_ > keep) {
    const Frame& frame = frames_[--frames_used_];
    local_used_ = frame.local_base;
    block.charge(*this, -static_cast<std::int64_t>(frame.code->frame_bytes + frame.code->local_bytes * width));
  }
}

namespace {

/// Copies the lanes' bits of one predicate row to another.
void pass_mask(std::byte* to, const std::byte* from, LaneMask lanes) {
  LaneMask old, given;
  std::memcpy(&old, to, sizeof old);
  std::memcpy(&given, from, sizeof given);
  const LaneMask passed = (old & ~lanes) | (given & lanes);
  std::memcpy(to, &passed, sizeof passed);
}

}  // namespace

/// Copies parameters into the callee, or results back, lane by lane; either side may be a register or local memory.
void Warp::pass_arguments(const Frame& caller, const Frame& callee, const MachineOp& call, LaneMask lanes,
                          bool returning) {
  const std::vector<FrameVariable>& outer = returning ? call.call_returns : call.call_arguments;
  const std::vector<FrameVariable>& inner = returning ? callee.code->returns : callee.code->parameters;
  const auto place = [&](const Frame& frame, const FrameVariable& v, unsigned lane) {
    return v.is_register ? frame.regs + v.row + std::size_t{lane} * v.slot_bytes
                         : local(lane) + frame.local_base + v.local_offset;
  };
  for (std::size_t i = 0; i < outer.size() && i < inner.size(); ++i) {
    if (outer[i].is_predicate && inner[i].is_predicate) {
      std::byte* const out = caller.regs + outer[i].row;
      std::byte* const in = callee.regs + inner[i].row;
      pass_mask(returning ? out : in, returning ? in : out, lanes);
      continue;
    }
    const std::uint64_t bytes = std::min(outer[i].bytes, inner[i].bytes);
    for_each_lane(lanes, [&](unsigned lane) {
      std::byte* const out = place(caller, outer[i], lane);
      std::byte* const in = place(callee, inner[i], lane);
      std::memcpy(returning ? out : in, returning ? in : out, bytes);
    });
  }
}

void Warp::leave_function(std::uint32_t number, LaneMask lanes) {
  Frame& callee = frames_[number];
  callee.returned |= lanes;
  if (callee.call) pass_arguments(frames_[callee.caller], callee, *callee.call, lanes, true);
}

void Warp::refresh(const EnteredRow& row) { fill_row(*this, row, regs, frame().local_base); }

}  // namespace forewarp::emu
