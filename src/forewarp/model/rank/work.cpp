// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

namespace forewarp::rank {
namespace {

using emu::AccessKind;

bool is_load(AccessKind kind) {
  switch (kind) {
    case AccessKind::load:
    case AccessKind::async_copy:
      return true;
    case AccessKind::store:
    case AccessKind::atomic:
    case AccessKind::reduction:
    case AccessKind::prefetch:
      return false;
  }
  return false;
}

void add_site(const profile::AccessSite& site, const launch::Launch& launch, Work& work) {
  if (site.space != ptx::StateSpace::global || site.kind == AccessKind::prefetch) return;
  const double bytes = site.bytes_asked();
  const bool loads = is_load(site.kind);
  (loads ? work.loaded : work.stored) += bytes;
  if (site.buffer < 0) return;
  const std::string& name = launch.arguments.at(static_cast<std::size_t>(site.buffer)).name;
  for (BufferWork& buffer : work.buffers)
    if (buffer.name == name) {
      (loads ? buffer.loaded : buffer.stored) += bytes;
      if (!loads) buffer.stores += site.lanes;
    }
}

/// Share of the grid's blocks that lie last along an axis; one block alone is all of the axis and
/// no edge. A grid of 10 x 20 has 1/10 + 1/20 = 15 %: blocks that may reach beyond the end of the
/// problem and do less there.
double edge_of(const launch::Dim3& grid) {
  double share = 0;
  for (const double blocks : {grid.x, grid.y, grid.z}) share += blocks > 1 ? 1 / blocks : 0;
  return share;
}

/// What two launches of the same work may differ by in what is counted of them, and in the bytes
/// they touch. Example: share 0.98 (no edges) and standard errors of 1 % each: `one` is fewer below
/// 0.98 * (1 - 2 * 0.02) = 0.94 of the other's.
struct Margins {
  double share = 1;  ///< below this share of the other's is fewer, but for errors
  const Work &one, &other;

  [[nodiscard]] static double certain(double errors) { return std::max(0.0, 1 - 2 * errors); }
  [[nodiscard]] bool fewer(double of_one, double of_other) const {
    return of_one < share * certain(one.count_error + other.count_error) * of_other;
  }
  /// Bytes that are touched once are as many as are asked for.
  [[nodiscard]] static double touched_error(const BufferWork& b, const Work& w) {
    constexpr double once = 1.05;
    return b.loaded + b.stored <= once * b.touched ? w.count_error : w.touched_error;
  }
  [[nodiscard]] bool touches_fewer(const BufferWork& b, const BufferWork& of_other) const {
    return b.touched < share * certain(touched_error(b, one) + touched_error(of_other, other)) * of_other.touched;
  }
};

/// Sums of blocks and the like: how many there are is a matter of the block size.
bool has_few_results(const BufferWork& b, const Work& w) {
  constexpr double threads_a_result = 8;
  return w.threads > 0 && b.stores * threads_a_result <= w.threads;
}

/// Whether both execute as much for each store: then fewer stores are fewer threads of the same work each. Where a
/// thread that stores partial sums takes over the elements of another, it executes more.
bool as_much_a_store(const BufferWork& b, const BufferWork& of_other, const Margins& margins) {
  constexpr double as_much = 1.15;
  if (!(b.stores > 0) || !(of_other.stores > 0)) return false;
  const double of_one = margins.one.thread_instructions / b.stores;
  const double of_that = margins.other.thread_instructions / of_other.stores;
  return of_one <= as_much * of_that && of_that <= as_much * of_one;
}

/// See shortfall(): whether the buffer tells that `one` does less.
bool does_less(const BufferWork& b, const BufferWork& of_other, const Margins& margins, bool sizes_differ) {
  const auto& [share, one, other] = margins;
  if (!margins.touches_fewer(b, of_other)) return false;
  if (of_other.loaded > 0 && of_other.stored == 0) return margins.fewer(b.loaded, of_other.loaded);
  if (!sizes_differ && has_few_results(b, one) && has_few_results(of_other, other)) return false;
  if (of_other.stored > 0 && !margins.fewer(b.stored, of_other.stored)) return false;
  const bool loads_less =
      other.loaded == 0 || margins.fewer(one.loaded, other.loaded) || as_much_a_store(b, of_other, margins);
  return loads_less && margins.fewer(one.thread_instructions, other.thread_instructions);
}

}  // namespace

Work work_of(const profile::Profile& profile) {
  Work work;
  for (const profile::BufferFootprint& buffer : profile.buffers)
    work.buffers.push_back({buffer.name, buffer.used_bytes_total});
  for (const profile::AccessSite& site : profile.sites) add_site(site, profile.launch, work);
  work.thread_instructions = profile.thread_instructions;
  work.threads = profile.threads;
  work.count_error = profile.sampling.relative_error;
  // What blocks share is taken from a few neighbours, and comes out wrong by up to a fifth in a tiled product.
  constexpr double of_sharing = 0.1;
  const bool sampled = profile.sampling.blocks_run < profile.sampling.blocks_total;
  work.touched_error = std::max({profile.sampling.relative_error, profile.sampling.sectors_error,
                                 profile.sampling.dram_error, sampled ? of_sharing : 0});
  work.edge = edge_of(profile.launch.grid);
  for (const launch::Argument& argument : profile.launch.arguments) {
    if (const auto* scalar = std::get_if<launch::Scalar>(&argument.value))
      work.arguments.push_back(fmt::format("{}={:x}", argument.name, scalar->bits));
    else if (const auto* buffer = std::get_if<launch::Buffer>(&argument.value))
      work.arguments.push_back(fmt::format("{}: {} elements", argument.name, buffer->count));
  }
  return work;
}

/// The buffer with the largest shortfall; edges up to a quarter are forgiven. Only where no buffer
/// is loaded, and few threads store, are instructions compared: they are what such a kernel (a
/// search, a Monte Carlo sum) does.
std::optional<Shortfall> shortfall(const Work& one, const Work& other, bool sizes_may_differ) {
  constexpr double least = 0.02, most = 0.25, of_another_size = 0.03;
  const bool sizes_differ = sizes_may_differ && one.arguments != other.arguments;
  const double edges = std::clamp(one.edge + other.edge, least, most);
  const Margins margins{1 - (sizes_differ ? of_another_size : edges), one, other};
  std::optional<Shortfall> worst;
  for (std::size_t i = 0; i < std::min(one.buffers.size(), other.buffers.size()); ++i) {
    const BufferWork &b = one.buffers[i], &of_other = other.buffers[i];
    if (!does_less(b, of_other, margins, sizes_differ)) continue;
    const double stored = of_other.stored > 0 ? b.stored / of_other.stored : 0;
    const double left = std::max(b.touched / of_other.touched, of_other.loaded > 0 ? 0 : stored);
    if (!worst || left < worst->share) worst = Shortfall{b.name, of_other.loaded == 0, left};
  }
  if (worst || one.loaded > 0 || other.loaded > 0) return worst;
  const auto is_few = [](const Work& w) {
    return std::ranges::all_of(w.buffers, [&](const BufferWork& b) { return has_few_results(b, w); });
  };
  if (!is_few(one) || !is_few(other)) return std::nullopt;  // what they store was compared
  const Margins computing{1 - most, one, other};
  if (computing.fewer(one.thread_instructions, other.thread_instructions))
    return Shortfall{"", false, one.thread_instructions / other.thread_instructions};
  return std::nullopt;
}

std::string share_text(double share) {
  const double parts = share > 0 ? std::round(1 / share) : 0;
  if (parts >= 2 && parts <= 1024 && std::abs(share * parts - 1) < 0.02) return fmt::format("1/{:.0f}", parts);
  return fmt::format("{:.3g} %", 100 * share);
}

}  // namespace forewarp::rank
