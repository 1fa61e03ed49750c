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
      fmt::format("in host memory: {}. Its bytes cross PCIe or NVLink, which is not predicted: they are counted as the "
                  "device's own "
                  "memory, and the time is a lower bound",
                  names));
}

}  // namespace forewarp::launch
