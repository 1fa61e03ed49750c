// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Special registers (PTX ISA, "Special Registers"). There is one SM; time is counted in the warp instructions
// that the warp has executed. In a warp of 64, lane numbers and lane masks are those of each half.
#include "forewarp/emulate/machine/special.hpp"

#include <algorithm>

#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::emu {

using ptx::Special;

namespace {

constexpr unsigned ptx_warp = 32;

/// The values that special registers have: the column `value` of specials.def.
enum class Value : std::uint8_t {
  none,  ///< the register is not emulated
  zero,  ///< number of the only SM, of the grid; no graph launched this kernel
  one_per_axis,
  thread,       ///< coordinates
  block_shape,  ///< extents
  block,
  grid_shape,
  cluster,        ///< coordinates in the grid of clusters
  cluster_grid,   ///< extents of that grid
  in_cluster,     ///< coordinates of the block in its cluster
  cluster_shape,  ///< extents
  cluster_rank,
  cluster_size,
  names_cluster,  ///< all bits set where the launch or the code has a shape of clusters
  lane,
  warp,
  warps,  ///< of the block
  warp_size,
  lane_equal,  ///< masks: the lane's own bit, and those of the lanes before and behind it
  lanes_up_to,
  lanes_below,
  lanes_from,
  lanes_above,
  executed,  ///< warp instructions of the warp: clocks grow, and are the same in every run
  executed_high,
  shared_bytes,    ///< static and dynamic
  reserved_begin,  ///< offsets in shared memory: what the system reserves, and its second half
  reserved_half,
  reserved_end,
  reserved_bytes,
  dynamic_shared_bytes,
  workspace,  ///< of a cooperative launch: is_grid_workspace()
};

constexpr Value values[] = {
    Value::none,
#define FOREWARP_SPECIAL(enumerator, word, value) Value::value,
#include "forewarp/frontend/ptx/specials.def"
#undef FOREWARP_SPECIAL
};

Value value_of(Special special) { return values[static_cast<std::size_t>(special)]; }

std::uint32_t part(launch::Dim3 d, unsigned component) {
  return component == 0 ? d.x : component == 1 ? d.y : component == 2 ? d.z : 0;
}

/// A coordinate of a thread from its linear index in the block, x fastest.
std::uint32_t thread_part(launch::Dim3 shape, std::uint64_t thread, unsigned component) {
  switch (component) {
    case 0:
      return static_cast<std::uint32_t>(thread % shape.x);
    case 1:
      return static_cast<std::uint32_t>(thread / shape.x % shape.y);
    case 2:
      return static_cast<std::uint32_t>(thread / (std::uint64_t{shape.x} * shape.y));
    default:
      return 0;
  }
}

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

/// Allocation unit of shared memory (PTX ISA, "Special Registers: %total_smem_size"): 128 bytes on sm_2x and from
/// sm_80 on, 256 bytes between.
std::uint64_t shared_unit(std::string_view target) {
  constexpr std::size_t digits = 3;  // behind "sm_"
  unsigned number = 0;
  for (std::size_t i = digits; i < target.size() && target[i] >= '0' && target[i] <= '9' && number < 1000; ++i)
    number = number * 10 + static_cast<unsigned>(target[i] - '0');
  return number >= 30 && number < 80 ? 256 : 128;
}

/// %lanemask_eq and so on of a lane.
std::uint32_t lane_mask(Value value, unsigned lane) {
  const std::uint32_t own = std::uint32_t{1} << lane % ptx_warp, below = own - 1;
  if (value == Value::lane_equal) return own;
  if (value == Value::lanes_up_to) return below | own;
  if (value == Value::lanes_below) return below;
  return value == Value::lanes_from ? ~below : ~(below | own);
}

std::uint64_t shared_offset(Value value, const LaunchContext& launch) {
  if (value == Value::shared_bytes)
    return round_up(launch.own_shared_bytes, shared_unit(launch.program->module->target));
  if (value == Value::dynamic_shared_bytes) return launch.launch->dynamic_shared_bytes;
  if (value == Value::reserved_bytes) return reserved_shared_bytes;
  if (value == Value::reserved_end) return launch.shared_bytes;
  return launch.shared_bytes - (value == Value::reserved_half ? reserved_shared_bytes / 2 : reserved_shared_bytes);
}

/// One coordinate of the block's cluster, of the block in it, or of their extents.
std::uint32_t cluster_part(Value value, const LaunchContext& launch, launch::Dim3 block, unsigned component) {
  const std::uint32_t extent = std::max(1U, part(launch.cluster, component));
  if (value == Value::cluster) return part(block, component) / extent;
  if (value == Value::cluster_grid) return part(launch.launch->grid, component) / extent;
  return value == Value::in_cluster ? part(block, component) % extent : part(launch.cluster, component);
}

/// %envreg2 and %envreg1 are the low and the high word of the address of the workspace that a cooperative launch
/// brings: what nvcc compiles this_grid().sync() to.
constexpr unsigned low_word = 2, high_word = 1;

}  // namespace

bool is_grid_workspace(ptx::Special special, unsigned component) {
  return special == Special::envreg && (component == low_word || component == high_word);
}

bool is_of_reserved_shared(ptx::Special special) {
  const Value value = value_of(special);
  return value >= Value::reserved_begin && value <= Value::reserved_bytes;
}

bool has_value(Special special, unsigned component) {
  const Value value = value_of(special);
  return value == Value::workspace ? is_grid_workspace(special, component) : value != Value::none;
}

std::uint64_t Block::special(const Warp& warp, Special special, unsigned component, unsigned lane) const {
  const launch::Launch& launch = *launch_.launch;
  const std::uint64_t thread = std::uint64_t{warp.index()} * launch_.program->width + lane;
  const Value value = value_of(special);
  switch (value) {
    case Value::none:
      break;
    case Value::zero:
      return 0;
    case Value::one_per_axis:
      return component < 3 ? 1 : 0;
    case Value::thread:
      return thread_part(launch.block, thread, component);
    case Value::block_shape:
    case Value::grid_shape:
      return part(value == Value::block_shape ? launch.block : launch.grid, component);
    case Value::block:
      return part(index_, component);
    case Value::cluster:
    case Value::cluster_grid:
    case Value::in_cluster:
    case Value::cluster_shape:
      return cluster_part(value, launch_, index_, component);
    case Value::cluster_rank:
      return rank_;
    case Value::cluster_size:
      return launch_.cluster.count();
    case Value::names_cluster:
      return launch_.names_cluster ? ~std::uint64_t{0} : 0;
    case Value::lane:
      return lane % ptx_warp;
    case Value::warp:
      return thread / ptx_warp;
    case Value::warps:
      return (launch_.threads + ptx_warp - 1) / ptx_warp;
    case Value::warp_size:
      return ptx_warp;
    case Value::lane_equal:
    case Value::lanes_up_to:
    case Value::lanes_below:
    case Value::lanes_from:
    case Value::lanes_above:
      return lane_mask(value, lane);
    case Value::executed:
      return warp.executed;
    case Value::executed_high:
      return warp.executed >> 32;
    case Value::shared_bytes:
    case Value::dynamic_shared_bytes:
    case Value::reserved_begin:
    case Value::reserved_half:
    case Value::reserved_end:
    case Value::reserved_bytes:
      return shared_offset(value, launch_);
    case Value::workspace:
      return component == low_word ? launch_.grid_workspace & 0xffffffffU : launch_.grid_workspace >> 32;
  }
  FOREWARP_ASSERT(false, "a special register without a value was decoded");
  return 0;
}

}  // namespace forewarp::emu
