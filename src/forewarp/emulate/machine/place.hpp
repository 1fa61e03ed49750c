// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>

#include "forewarp/emulate/machine/memory.hpp"

namespace forewarp::emu {

/// A new buffer at this device address, made page by page as others are; what lies at the address in this process does
/// not matter. Throws InputError where the address is none that a program's memory can have, or is taken.
void place(Memory& memory, std::uint64_t address, std::uint64_t bytes, std::string name, PageSource source = {},
           Bounds bounds = Bounds::exact);

}  // namespace forewarp::emu
