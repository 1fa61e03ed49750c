// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/exceeded_guess.hpp"

#include <cmath>
#include <variant>

#include <fmt/format.h>

namespace forewarp::profile {

/// Buffers have one footprint each, in the order of the arguments.
std::vector<std::string> exceeded_guesses(const Profile& p) {
  std::vector<std::string> out;
  std::size_t at = 0;
  for (const launch::Argument& argument : p.launch.arguments) {
    const auto* buffer = std::get_if<launch::Buffer>(&argument.value);
    if (buffer == nullptr) continue;
    const double bytes = at < p.buffers.size() ? p.buffers[at++].bytes : 0;
    if (!argument.guessed || bytes <= static_cast<double>(buffer->bytes())) continue;
    out.push_back(fmt::format("the kernel goes beyond the guessed size of `{}`, {} x {}: taken to be {:.0f}",
                              argument.name, buffer->count, ptx::name_of(buffer->element),
                              std::ceil(bytes / ptx::size_of(buffer->element))));
  }
  return out;
}

}  // namespace forewarp::profile
