// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/footprint_of.hpp"

#include <algorithm>
#include <variant>

namespace forewarp::profile {

std::optional<std::size_t> footprint_of(const Profile& profile, const AccessSite& site) {
  const auto& arguments = profile.launch.arguments;
  const auto argument = static_cast<std::size_t>(site.buffer);
  const auto is_buffer = [](const auto& a) { return std::holds_alternative<launch::Buffer>(a.value); };
  if (site.buffer < 0 || argument >= arguments.size() || !is_buffer(arguments[argument])) return std::nullopt;
  // Footprints exist for buffers only, in the order of the arguments: the number of buffers before
  // this one is its place.
  const auto end = arguments.begin() + site.buffer;
  const auto footprint = static_cast<std::size_t>(std::count_if(arguments.begin(), end, is_buffer));
  return footprint < profile.buffers.size() ? std::optional(footprint) : std::nullopt;
}

}  // namespace forewarp::profile
