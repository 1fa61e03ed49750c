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
    if (buffer.name == name) (loads ? buffer.loaded : buffer.stored) += bytes;
}

bool below(double one, double other, double share) { return one < share * other; }

/// See shortfall(): whether the buffer tells that `one` does less.
bool does_less(const BufferWork& b, const BufferWork& of_other, const Work& one, const Work& other, double share) {
  if (!below(b.touched, of_other.touched, share)) return false;
  if (of_other.loaded > 0 && of_other.stored == 0) return below(b.loaded, of_other.loaded, share);
  if (of_other.stored > 0 && !below(b.stored, of_other.stored, share)) return false;
  const bool loads_less = other.loaded == 0 || below(one.loaded, other.loaded, share);
  return loads_less && below(one.thread_instructions, other.thread_instructions, share);
}

}  // namespace

Work work_of(const profile::Profile& profile) {
  Work work;
  for (const profile::BufferFootprint& buffer : profile.buffers)
    work.buffers.push_back({buffer.name, buffer.used_bytes_total});
  for (const profile::AccessSite& site : profile.sites) add_site(site, profile.launch, work);
  work.thread_instructions = profile.thread_instructions;
  work.uncertainty = std::max(profile.sampling.relative_error, profile.sampling.sectors_error);
  for (const launch::Argument& argument : profile.launch.arguments) {
    if (const auto* scalar = std::get_if<launch::Scalar>(&argument.value))
      work.arguments.push_back(fmt::format("{}={:x}", argument.name, scalar->bits));
    else if (const auto* buffer = std::get_if<launch::Buffer>(&argument.value))
      work.arguments.push_back(fmt::format("{}: {} elements", argument.name, buffer->count));
  }
  return work;
}

std::optional<Shortfall> shortfall(const Work& one, const Work& other, bool sizes_may_differ) {
  constexpr double fewer = 0.75, fewer_of_another_size = 0.97;
  const double certain = std::max(0.0, 1 - 2 * (one.uncertainty + other.uncertainty));
  const double share = certain * (sizes_may_differ && one.arguments != other.arguments ? fewer_of_another_size : fewer);
  std::optional<Shortfall> worst;
  for (std::size_t i = 0; i < std::min(one.buffers.size(), other.buffers.size()); ++i) {
    const BufferWork &b = one.buffers[i], &of_other = other.buffers[i];
    if (!does_less(b, of_other, one, other, share)) continue;
    const double stored = of_other.stored > 0 ? b.stored / of_other.stored : 0;
    const double left = std::max(b.touched / of_other.touched, of_other.loaded > 0 ? 0 : stored);
    if (!worst || left < worst->share) worst = Shortfall{b.name, of_other.loaded == 0, left};
  }
  return worst;
}

std::string share_text(double share) {
  const double parts = share > 0 ? std::round(1 / share) : 0;
  if (parts >= 2 && parts <= 1024 && std::abs(share * parts - 1) < 0.02) return fmt::format("1/{:.0f}", parts);
  return fmt::format("{:.3g} %", 100 * share);
}

}  // namespace forewarp::rank
