// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/launch_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/support/error.hpp"

namespace forewarp::launch {
namespace {

/// Extents that are left out are 1.
std::optional<Dim3> extents(const ptx::Function& entry, std::string_view directive) {
  const ptx::Directive* found = entry.directive(directive);
  if (found == nullptr || found->values.empty()) return std::nullopt;
  const auto at = [&](std::size_t axis) { return axis < found->values.size() ? found->values[axis] : 1U; };
  return Dim3{at(0), at(1), at(2)};
}

std::string text_of(const Dim3& d) { return fmt::format("{}x{}x{}", d.x, d.y, d.z); }

}  // namespace

void check_launch_bounds(const ptx::Function& entry, const Dim3& block) {
  if (const auto required = extents(entry, "reqntid"); required && !(*required == block))
    throw InputError(fmt::format(
        "kernel '{}' must be launched with blocks of {} (.reqntid in its code), not {}: use --block {},{},{}",
        entry.name, text_of(*required), text_of(block), required->x, required->y, required->z));
  const auto most = extents(entry, "maxntid");
  if (!most || block.count() <= most->count()) return;
  throw InputError(fmt::format(
      "kernel '{}' is compiled for blocks of at most {} threads (__launch_bounds__, .maxntid), not {}: take a smaller "
      "--block, or compile it for larger ones",
      entry.name, most->count(), block.count()));
}

std::optional<Dim3> block_from_bounds(const ptx::Function& entry, std::uint32_t usual) {
  if (const auto required = extents(entry, "reqntid")) return required;
  const auto most = extents(entry, "maxntid");
  if (!most || most->count() >= usual || most->count() == 0) return std::nullopt;
  return Dim3{static_cast<std::uint32_t>(most->count()), 1, 1};
}

}  // namespace forewarp::launch
