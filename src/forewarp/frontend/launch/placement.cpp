// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/placement.hpp"

#include <fmt/format.h>

#include "forewarp/support/file.hpp"

namespace forewarp::launch {

std::string placement_key(const Placement& placement) {
  std::string text;
  for (const auto* buffers : {&placement.arguments, &placement.memory, &placement.constants})
    for (const PlacedBuffer& b : *buffers)
      text += fmt::format("{}:{}:{}:{}:{}|", b.name, b.address, b.offset, b.buffer.bytes(),
                          b.buffer.fill.path.empty() ? "" : digest(read_file(b.buffer.fill.path)));
  return text.empty() ? text : digest(text);
}

}  // namespace forewarp::launch
