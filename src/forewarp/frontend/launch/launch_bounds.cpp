// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/launch_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::launch {
namespace {

constexpr std::string_view work_group_size = "reqd_work_group_size";

/// Extents that are left out are 1.
std::optional<Dim3> extents(const ptx::Function& entry, std::string_view directive) {
  const ptx::Directive* found = entry.directive(directive);
  if (found == nullptr || found->values.empty()) return std::nullopt;
  const auto at = [&](std::size_t axis) { return axis < found->values.size() ? found->values[axis] : 1U; };
  return Dim3{at(0), at(1), at(2)};
}

std::string text_of(const Dim3& d) { return fmt::format("{}x{}x{}", d.x, d.y, d.z); }

/// "reqd_work_group_size 64, 2, 1"
std::optional<Dim3> extents_of_pragma(std::string_view text) {
  if (!text.starts_with(work_group_size)) return std::nullopt;
  Dim3 block;
  std::uint32_t* const axes[] = {&block.x, &block.y, &block.z};
  std::size_t axis = 0;
  for (const std::string_view part : split_at(text.substr(work_group_size.size()), ',')) {
    const std::string_view digits = trimmed(part);
    if (axis == std::size(axes)) return std::nullopt;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), *axes[axis++]);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  }
  return block;
}

}  // namespace

std::optional<RequiredBlock> required_block(const ptx::Function& entry) {
  if (const auto block = extents(entry, "reqntid")) return RequiredBlock{*block, ".reqntid"};
  for (const ptx::Directive& directive : entry.directives)
    if (const auto block = directive.name == "pragma" ? extents_of_pragma(directive.text) : std::nullopt)
      return RequiredBlock{*block, std::string(work_group_size)};
  return std::nullopt;
}

void check_launch_bounds(const ptx::Function& entry, const Dim3& block) {
  if (const auto required = required_block(entry); required && !(required->block == block))
    throw InputError(
        fmt::format("kernel '{}' must be launched with blocks of {} ({} in its code), not {}: use --block {},{},{}",
                    entry.name, text_of(required->block), required->by, text_of(block), required->block.x,
                    required->block.y, required->block.z));
  const auto most = extents(entry, "maxntid");
  if (!most || block.count() <= most->count()) return;
  throw InputError(fmt::format(
      "kernel '{}' is compiled for blocks of at most {} threads (__launch_bounds__, .maxntid), not {}: take a smaller "
      "--block, or compile it for larger ones",
      entry.name, most->count(), block.count()));
}

std::optional<Dim3> block_from_bounds(const ptx::Function& entry, std::uint32_t usual) {
  if (const auto required = required_block(entry)) return required->block;
  const auto most = extents(entry, "maxntid");
  if (!most || most->count() >= usual || most->count() == 0) return std::nullopt;
  return Dim3{static_cast<std::uint32_t>(most->count()), 1, 1};
}

std::optional<Dim3> cluster_from_bounds(const ptx::Function& entry) { return extents(entry, "reqnctapercluster"); }

Dim3 cluster_of(const ptx::Function& entry, const Launch& launch) {
  const auto required = cluster_from_bounds(entry);
  const Dim3 cluster = launch.cluster ? *launch.cluster : required.value_or(Dim3{});
  if (required && !(*required == cluster))
    throw InputError(
        fmt::format("kernel '{}' must be launched with clusters of {} blocks (__cluster_dims__, .reqnctapercluster in "
                    "its code), not {}",
                    entry.name, text_of(*required), text_of(cluster)));
  if (cluster.count() == 0 || cluster.count() > max_cluster_blocks)
    throw InputError(fmt::format("kernel '{}': a cluster of {} blocks, where 1 to {} are possible", entry.name,
                                 text_of(cluster), max_cluster_blocks));
  if (launch.grid.x % cluster.x != 0 || launch.grid.y % cluster.y != 0 || launch.grid.z % cluster.z != 0)
    throw InputError(fmt::format("kernel '{}': a grid of {} blocks cannot be divided into clusters of {}", entry.name,
                                 text_of(launch.grid), text_of(cluster)));
  return cluster;
}

}  // namespace forewarp::launch
