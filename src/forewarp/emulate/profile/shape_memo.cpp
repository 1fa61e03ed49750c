// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/shape_memo.hpp"

// A small set-associative cache from "offsets of the lanes relative to the first" to the shape of the request: requests
// of one instruction mostly repeat a few patterns at different bases. A lookup compares the last hit first, then the
// other ways; on a miss the shape is computed and replaces a way in round-robin order. credit_ counts hits up to 64; an
// instruction whose patterns never repeat runs out of credit and computes directly, trying the cache again every 64th
// time, so a useless cache costs little.
#include <algorithm>
#include <bit>

namespace forewarp::profile {
namespace {

/// The part of the base address on which the shape depends: a shift by whole words only rotates the banks of shared
/// memory, one by whole sectors changes nothing in local memory, one by whole lines nothing in global memory.
unsigned alignment_of(ptx::StateSpace space, std::uint64_t base) {
  if (space == ptx::StateSpace::shared) return static_cast<unsigned>(base % 4);
  if (space == ptx::StateSpace::local) return static_cast<unsigned>(base % 32);
  return static_cast<unsigned>(base % 128);
}

/// Any lane whose address less base is not its remembered offset. Chunks of 32 lanes so that it compiles to vectors.
template <bool is_masked>
std::uint64_t differences(const std::uint64_t* addresses, const std::uint64_t* offsets, const std::uint64_t* mask,
                          std::uint64_t base) {
  std::uint64_t bad = 0;
  for (unsigned i = 0; i < 32; ++i) {
    const auto difference = (addresses[i] - base) ^ offsets[i];
    bad |= is_masked ? difference & mask[i] : difference;
  }
  return bad;
}

/// Bytes from the base to the end of what the lanes request, where all of it is in the base's sector; else 0.
unsigned reach_of(const emu::Access& access, std::uint64_t base) {
  if (access.space == ptx::StateSpace::local || !has_sectors(access.space)) return 0;
  std::uint64_t reach = 0;
  for (auto lanes = access.active; lanes != 0; lanes &= lanes - 1)
    reach = std::max(reach, access.addresses[std::countr_zero(lanes)] - base);  // below the base: enormous
  if (reach >= sector_bytes) return 0;
  reach += std::max<std::uint64_t>(access.bytes, 1);
  return base % sector_bytes + reach <= sector_bytes ? static_cast<unsigned>(reach) : 0;
}

}  // namespace

/// Whether the pattern applies to a base of this alignment. A request inside one sector stays in one sector for any
/// base that leaves it enough room; others need the same alignment.
bool ShapeMemo::Pattern::stands_as(unsigned other) const {
  return reach > 0 ? other % sector_bytes + reach <= sector_bytes : alignment == other;
}

bool ShapeMemo::Pattern::holds(const emu::Access& access, std::uint64_t base, unsigned width) const {
  for (unsigned first = 0; first < width; first += 32) {
    const auto* lanes = access.addresses + first;
    const bool full = (active >> first & 0xffffffffU) == 0xffffffffU;
    const auto bad = full ? differences<false>(lanes, offsets.data() + first, mask.data() + first, base)
                          : differences<true>(lanes, offsets.data() + first, mask.data() + first, base);
    if (bad != 0) return false;
  }
  return true;
}

/// Stores the pattern of this request with its shape. Sectors become relative to the base's when it
/// has been stored, so that they hold for any base of the same alignment.
void ShapeMemo::learn(const emu::Access& access, std::uint64_t base, unsigned alignment, unsigned width,
                      Pattern& into) {
  into.active = access.active;
  into.space = access.space;
  into.bytes = access.bytes;
  into.alignment = alignment;
  into.reach = reach_of(access, base);
  into.is_affine = access.affine != nullptr;
  if (into.is_affine) into.affine = *access.affine;
  for (unsigned lane = 0; lane < width; ++lane) {
    const bool on = (access.active >> lane & 1) != 0;
    into.mask[lane] = on ? ~std::uint64_t{0} : 0;
    into.offsets[lane] = on ? access.addresses[lane] - base : 0;
  }
  into.shape = shape_of(access, width, into.sectors);
  into.touched.clear();
  into.halves = {};
  into.l1_passes = 0;
}

const ShapeMemo::Result& ShapeMemo::look_up(const emu::Access& access, unsigned width) {
  const auto base = access.active != 0 ? access.addresses[std::countr_zero(access.active)] : 0;
  const auto alignment = alignment_of(access.space, base);
  // Local sectors lie width times as far apart as the offsets; they are remembered for one base row.
  const auto base_sector = access.space == ptx::StateSpace::local ? (base / 32) * width : base >> sector_shift;
  result_.base_sector = base_sector;
  alignment_ = alignment;
  const auto matches = [&](const Pattern& p) {
    return p.active == access.active && p.stands_as(alignment) && p.space == access.space && p.bytes == access.bytes &&
           (access.affine && p.is_affine ? same_lanes(p.affine, *access.affine) : p.holds(access, base, width));
  };
  const auto answer = [&](Pattern& p) -> const Result& {
    found_ = &p;
    result_.shape = p.shape;
    result_.sectors = &p.sectors;
    return result_;
  };
  if (credit_ > 0 || ++since_retry_ % 64 == 0) {
    if (last_ < patterns_.size() && matches(patterns_[last_])) {
      credit_ = std::min(credit_ + 1, 64);
      return answer(patterns_[last_]);
    }
    for (unsigned way = 0; way < patterns_.size(); ++way) {
      if (way == last_ || !matches(patterns_[way])) continue;
      credit_ = std::min(credit_ + 1, 64);
      last_ = way;
      return answer(patterns_[way]);
    }
    credit_ = std::max(credit_ - 1, 0);
    if (patterns_.size() < ways) patterns_.emplace_back();
    last_ = next_++ % ways;
    auto& pattern = patterns_[std::min<std::size_t>(last_, patterns_.size() - 1)];
    learn(access, base, alignment, width, pattern);
    for (auto& sector : pattern.sectors) sector -= base_sector;
    return answer(pattern);
  }
  result_.shape = shape_of(access, width, direct_);
  for (auto& sector : direct_) sector -= base_sector;
  result_.sectors = &direct_;
  found_ = nullptr;
  return result_;
}

HalfWarps ShapeMemo::half_warps(const emu::Access& access, unsigned width) {
  if (found_ == nullptr) return half_warps_of(access, width);
  if (found_->halves.passes == 0) found_->halves = half_warps_of(access, width);
  return found_->halves;
}

std::uint32_t ShapeMemo::l1_passes(const emu::Access& access, unsigned width) {
  if (found_ == nullptr) return l1_passes_of(access, width, result_.shape.lines);
  if (found_->l1_passes == 0) found_->l1_passes = l1_passes_of(access, width, result_.shape.lines);
  return found_->l1_passes;
}

const std::vector<std::uint32_t>& ShapeMemo::touched_bytes(const emu::Access& access) {
  const auto count = [&](std::vector<std::uint32_t> & into) -> const auto& {
    bytes_of(access, result_.shape, result_.base_sector, *result_.sectors, into);
    return into;
  };
  if (found_ == nullptr) return count(direct_bytes_);
  auto& touched = found_->touched;
  const bool is_known = !touched.empty();
  if (found_->reach == 0) return is_known ? touched : count(touched);
  // One sector, the base anywhere in it: remembered from the base on.
  const auto offset = alignment_ % sector_bytes;
  if (!is_known) touched.front() = count(touched).front() >> offset;
  direct_bytes_.assign(1, touched.front() << offset);
  return direct_bytes_;
}

}  // namespace forewarp::profile
