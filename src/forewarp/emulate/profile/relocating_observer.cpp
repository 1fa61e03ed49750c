// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/relocating_observer.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "forewarp/emulate/machine/memory.hpp"

namespace forewarp::profile {
namespace {

std::uint64_t shown_base(std::size_t argument) {
  return static_cast<std::uint64_t>(argument + 1) << emu::Memory::buffer_shift;
}

}  // namespace

std::vector<RelocatedRange> ranges_of(const Execution& execution, const launch::Launch& launch) {
  std::vector<RelocatedRange> ranges;
  for (std::size_t a = 0; a < execution.addresses.size(); ++a) {
    const auto* buffer = std::get_if<launch::Buffer>(&launch.arguments.at(a).value);
    if (!buffer || execution.addresses[a] == 0) continue;
    const auto same = [&](const RelocatedRange& r) { return r.base == execution.addresses[a]; };
    if (std::ranges::none_of(ranges, same)) ranges.push_back({execution.addresses[a], buffer->bytes(), shown_base(a)});
  }
  std::ranges::sort(ranges, {}, &RelocatedRange::base);
  return ranges;
}

emu::BoundArguments relocated(const Execution& execution) {
  emu::BoundArguments bound;
  bound.bytes = execution.arguments;
  for (std::size_t a = 0; a < execution.addresses.size(); ++a)
    bound.addresses.push_back(execution.addresses[a] == 0 ? 0 : shown_base(a));
  return bound;
}

RelocatingObserver::RelocatingObserver(emu::Observer& to, std::vector<RelocatedRange> ranges)
    : to_(&to), ranges_(std::make_shared<const std::vector<RelocatedRange>>(std::move(ranges))) {}

RelocatingObserver::RelocatingObserver(std::unique_ptr<emu::Observer> own, Ranges ranges)
    : own_(std::move(own)), to_(own_.get()), ranges_(std::move(ranges)) {}

std::unique_ptr<emu::Observer> RelocatingObserver::fork() const {
  return std::unique_ptr<emu::Observer>(new RelocatingObserver(to_->fork(), ranges_));
}

void RelocatingObserver::merge(emu::Observer& later) { to_->merge(*dynamic_cast<RelocatingObserver&>(later).to_); }

void RelocatingObserver::launch_begin(const emu::ProgramMap& map, const launch::Launch& launch, unsigned warp_size) {
  to_->launch_begin(map, launch, warp_size);
}
void RelocatingObserver::block_begin(std::uint64_t linear, launch::Dim3 index) { to_->block_begin(linear, index); }
void RelocatingObserver::block_end(std::uint64_t linear) { to_->block_end(linear); }
void RelocatingObserver::basic_block(emu::WarpId warp, std::uint32_t block, emu::LaneMask active) {
  to_->basic_block(warp, block, active);
}
void RelocatingObserver::branch(emu::WarpId warp, std::uint32_t block, emu::LaneMask active, emu::LaneMask taken) {
  to_->branch(warp, block, active, taken);
}
void RelocatingObserver::barrier(emu::WarpId warp, std::uint32_t block, emu::LaneMask active) {
  to_->barrier(warp, block, active);
}
void RelocatingObserver::warp_end(emu::WarpId warp) { to_->warp_end(warp); }
void RelocatingObserver::weight(emu::WarpId warp, std::uint64_t weight) { to_->weight(warp, weight); }

std::uint64_t RelocatingObserver::shown(std::uint64_t address) {
  if (address - last_.base < last_.bytes) return address - last_.base + last_.shown;
  const auto after = std::ranges::upper_bound(*ranges_, address, {}, &RelocatedRange::base);
  if (after == ranges_->begin() || address - std::prev(after)->base >= std::prev(after)->bytes) return address;
  last_ = *std::prev(after);
  return address - last_.base + last_.shown;
}

void RelocatingObserver::access(emu::WarpId warp, const emu::Access& access) {
  if (access.space != ptx::StateSpace::global && access.space != ptx::StateSpace::const_) {
    to_->access(warp, access);
    return;
  }
  std::array<std::uint64_t, 64> addresses{};
  emu::Access seen = access;
  seen.addresses = addresses.data();
  const std::uint64_t first = access.addresses[std::countr_zero(access.active)];
  const std::uint64_t moved = shown(first) - first;
  if (all_in_last_range(access)) {
    const auto lanes = static_cast<unsigned>(std::bit_width(access.active));
    for (unsigned lane = 0; lane < lanes; ++lane) addresses[lane] = access.addresses[lane] + moved;
  } else {
    for (emu::LaneMask rest = access.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      addresses[lane] = shown(access.addresses[lane]);
      if (addresses[lane] - access.addresses[lane] != moved) seen.affine = nullptr;  // lanes in several buffers
    }
  }
  to_->access(warp, seen);
}

/// Whether all active lanes are in the range that shown() found last.
bool RelocatingObserver::all_in_last_range(const emu::Access& access) const {
  bool inside = true;
  for (emu::LaneMask rest = access.active; rest != 0; rest &= rest - 1)
    inside = inside && access.addresses[std::countr_zero(rest)] - last_.base < last_.bytes;
  return inside;
}

}  // namespace forewarp::profile
