// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/call.hpp"

#include <fmt/format.h>

#include <cstring>

#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/emulate/machine/device_heap.hpp"
#include "forewarp/emulate/machine/lanes_of.hpp"
#include "forewarp/emulate/machine/plain.hpp"
#include "forewarp/frontend/ptx/device_runtime.hpp"

namespace forewarp::emu {

namespace {

std::string without_body(const FunctionCode& callee) {
  return fmt::format("call of '{}', which has no body here (--source FILE.cu joins the file that has it)",
                     callee.function->name);
}

/// A call is a new entry on the warp's stack, for the lanes that call; the caller's position is
/// saved as the instruction after it. The interpreter then continues with the top of the stack.
Flow call_body(Warp& warp, const MachineOp& op, LaneMask active) {
  warp.save_position();
  warp.push_call(*op.callees.front(), warp.top().frame, &op, active);
  return Flow::refetch;
}

Flow call_without_body(Warp& warp, const MachineOp& op, LaneMask active) {
  warp.fault(op, active, without_body(*op.callees.front()));
}

DeviceHeap heap_of(const Warp& warp) {
  Memory::Impl& memory = *warp.block.launch().memory;
  return {memory, *memory.find(memory.heap)};
}

/// For lanes in their order.
template <typename Body>
void for_each_lane_of_heap(Warp& warp, const MachineOp& op, LaneMask active, Body&& body) {
  for_each_lane(active, [&](unsigned lane) {
    try {
      body(lane);
    } catch (const InputError& e) {
      warp.fault(op, LaneMask{1} << lane, e.what());
    }
  });
}

Flow call_malloc(Warp& warp, const MachineOp& op, LaneMask active) {
  DeviceHeap heap = heap_of(warp);
  for_each_lane_of_heap(warp, op, active, [&](unsigned lane) {
    set_call_result(warp, op, lane, heap.allocate(call_argument(warp, op, 0, lane)));
  });
  return Flow::next;
}

Flow call_free(Warp& warp, const MachineOp& op, LaneMask active) {
  DeviceHeap heap = heap_of(warp);
  for_each_lane_of_heap(warp, op, active, [&](unsigned lane) { heap.release(call_argument(warp, op, 0, lane)); });
  return Flow::next;
}

}  // namespace

bool is_of_heap(const FunctionCode& callee) { return !callee.has_body && ptx::is_of_heap(callee.function->name); }

/// Functions of the device runtime that have no body in PTX are implemented here.
MachineFn select_call(const FunctionCode& callee) {
  if (callee.has_body) return callee.function->body.empty() ? &run_nothing : &call_body;
  const std::string_view name = callee.function->name;
  if (name == "vprintf") return &call_vprintf;
  if (name == "__assertfail" || name == "__assert_fail") return &call_assertfail;
  if (name == "malloc") return &call_malloc;
  if (name == "free") return &call_free;
  return &call_without_body;
}

/// Groups the lanes by target, as a divergent branch does: one frame per distinct function. Lanes 0
/// to 15 through one pointer and 16 to 31 through another push two entries, and the caller
/// continues when both have returned.
Flow run_indirect_call(Warp& warp, const MachineOp& op, LaneMask active) {
  const Program& program = *warp.block.launch().program;
  const std::uint32_t caller = warp.top().frame;
  std::uint64_t target[64];
  for_each_lane(active, [&](unsigned lane) {
    std::memcpy(&target[lane], warp.regs + op.rows[0] + std::size_t{lane} * 8, sizeof target[lane]);
  });
  warp.save_position();
  while (active != 0) {
    const std::uint64_t address = target[first_lane(active)];
    LaneMask same = 0;
    for_each_lane(active, [&](unsigned lane) { same |= LaneMask{target[lane] == address} << lane; });
    const FunctionCode* callee = program.function_at(address);
    if (!callee) warp.fault(op, same, fmt::format("call through {:#x}, which is not a function", address));
    if (!callee->has_body) warp.fault(op, same, without_body(*callee));
    if (!callee->blocks.empty()) warp.push_call(*callee, caller, &op, same);
    active &= ~same;
  }
  return Flow::refetch;
}

/// The value of an argument for a function that is implemented here, from the caller's registers or
/// its local memory; 0 where the call passes fewer.
std::uint64_t call_argument(Warp& warp, const MachineOp& op, std::size_t index, unsigned lane) {
  if (index >= op.call_arguments.size()) return 0;
  const FrameVariable& v = op.call_arguments[index];
  const std::byte* from = v.is_register ? warp.regs + v.row + std::size_t{lane} * v.slot_bytes
                                        : warp.local(lane) + warp.frame().local_base + v.local_offset;
  std::uint64_t value = 0;
  std::memcpy(&value, from, std::min<std::uint64_t>(v.bytes, sizeof value));
  return value;
}

void set_call_result(Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t value) {
  if (op.call_returns.empty()) return;
  const FrameVariable& v = op.call_returns.front();
  std::byte* const to = v.is_register ? warp.regs + v.row + std::size_t{lane} * v.slot_bytes
                                      : warp.local(lane) + warp.frame().local_base + v.local_offset;
  std::memcpy(to, &value, std::min<std::uint64_t>(v.bytes, sizeof value));
}

}  // namespace forewarp::emu
