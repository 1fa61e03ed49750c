// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From the description of arguments to arguments: buffers in device memory, values as the bytes of parameters.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/frontend/launch/launch.hpp"

namespace forewarp::emu {

struct BoundArguments {
  std::vector<std::vector<std::byte>> bytes;  ///< of each argument, for Machine::run
  std::vector<std::uint64_t> addresses;       ///< of each argument's buffer; 0 where it is none
};

/// Allocates the launch's buffers in memory, named after the arguments; their pages are filled when touched. A guessed
/// buffer has no end, the others end as said. Throws InputError naming the argument whose fill is impossible.
[[nodiscard]] BoundArguments bind(const launch::Launch& launch, Memory& memory, Bounds bounds = Bounds::exact);
/// The same in a machine's memory, the launch's constants written to their variables as well.
[[nodiscard]] BoundArguments bind(const launch::Launch& launch, Machine& machine, Bounds bounds = Bounds::exact);
/// The constants alone. What the machine's code does not mention is left out.
void write_constants(const launch::Launch& launch, Machine& machine);

}  // namespace forewarp::emu
