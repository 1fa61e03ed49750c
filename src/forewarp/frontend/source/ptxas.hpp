// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// NVIDIA's assemblers, as far as there are any: none ships with forewarp. Each has its own range of architectures and
/// of PTX versions (12.9 assembles for sm_52 to sm_120, 13 begins at sm_75), so there may be several.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/source/arch.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::source {

/// Those that FOREWARP_PTXAS names, with colons between them, or none if it is "off"; where it is not set, the one
/// beside nvcc, else that on PATH.
[[nodiscard]] std::vector<std::filesystem::path> ptxas_programs();

/// Changes when one of the programs does; represents them in cache keys.
[[nodiscard]] std::string ptxas_identity();

inline constexpr const char* no_ptxas = "there is no ptxas (beside nvcc, on PATH, or named by FOREWARP_PTXAS)";

struct Assembled {
  std::string cubin;     ///< machine code; empty where no program made any
  std::string report;    ///< what ptxas -v said of registers and spills
  std::string refusal;   ///< why there is none, in one line: no program, none for the architecture, what ptxas said
  bool refused = false;  ///< ptxas looked at the PTX and refused it
  bool unknown = false;  ///< there are programs, and none of them assembles for the architecture
};

/// Assembles PTX for an architecture by the first program that knows it, with the lines of PTX (-lineinfo). A PTX
/// version or target that is newer than what the program or the architecture has is lowered: PTX that uses nothing
/// newer is then assembled, and what does is refused. Throws Unavailable for a program that is named and cannot be
/// started, Interrupted when progress says to stop.
[[nodiscard]] Assembled assemble(std::string_view ptx, const Arch& arch, Progress* progress = nullptr);

}  // namespace forewarp::source
