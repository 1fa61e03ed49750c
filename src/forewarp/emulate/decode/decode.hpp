// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string_view>

#include "forewarp/emulate/decode/program.hpp"
#include "forewarp/emulate/machine/memory.hpp"

namespace forewarp::emu {

struct DecodeOptions {
  unsigned width = 32;  ///< lanes of a warp
  Isa isa{};
  bool sample_loops = false;               ///< find the loops that may be fast-forwarded
  const VariablePlaces* placed = nullptr;  ///< variables that lie in memory already
};

/// Makes the entry and everything it can reach ready to run, and allocates the module's variables. The module must
/// outlive the program. Throws InputError for an unknown entry and for what is too large to emulate.
[[nodiscard]] std::unique_ptr<Program> decode(const ptx::Module& module, std::string_view entry, Memory& memory,
                                              const DecodeOptions& options);

}  // namespace forewarp::emu
