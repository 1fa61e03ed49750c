// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string_view>

#include "forewarp/emulate/decode/program.hpp"
#include "forewarp/emulate/machine/memory.hpp"

namespace forewarp::emu {

/// Makes the entry and everything it can reach ready to run, and allocates the module's variables. The module must
/// outlive the program. sample_loops: find the loops that may be fast-forwarded. placed: variables that lie in memory
/// already. Throws InputError for an unknown entry and for what is too large to emulate.
[[nodiscard]] std::unique_ptr<Program> decode(const ptx::Module& module, std::string_view entry, unsigned width,
                                              Isa isa, Memory& memory, bool sample_loops = false,
                                              const VariablePlaces* placed = nullptr);

}  // namespace forewarp::emu
