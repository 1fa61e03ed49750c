// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/host_memory.hpp"

#include <fmt/format.h>

namespace forewarp::launch {

void note_host_memory(Launch& launch) {
  std::string names;
  for (const Argument& argument : launch.arguments)
    if (const auto* buffer = std::get_if<Buffer>(&argument.value); buffer && buffer->host)
      names += (names.empty() ? "" : ", ") + argument.name;
  if (names.empty()) return;
  launch.notes.push_back(
      fmt::format("in host memory: {}. Every request of a warp crosses the link to the host; only the bounds model "
                  "counts that",
                  names));
}

}  // namespace forewarp::launch
