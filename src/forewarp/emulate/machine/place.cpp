// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/place.hpp"

#include <fmt/format.h>

#include "forewarp/emulate/machine/memory_impl.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::emu {

void place(Memory& memory, std::uint64_t address, std::uint64_t bytes, std::string name, PageSource source,
           Bounds bounds) {
  if (bytes >> Memory::buffer_shift != 0)
    throw InputError(fmt::format("buffer '{}' of {} bytes is 1 TiB or more", name, bytes));
  auto buffer = std::make_unique<MemoryBuffer>(address, bytes, std::move(name), std::move(source), false);
  buffer->bounds = bounds;
  memory.impl().mapped.add(std::move(buffer));
}

}  // namespace forewarp::emu
