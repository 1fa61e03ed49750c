// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The options of NVRTC, for clang.
#include <span>
#include <string>

#include "forewarp/frontend/source/compile.hpp"

namespace forewarp::nvrtc {

struct Options {
  source::CompileOptions compile;
  bool machine_code = false;         ///< sm_80 was asked for, not compute_80
  bool functions_of_device = false;  ///< those that say nothing of where they run
};

/// Options that have no meaning here (optimisation of machine code, its registers) are left out. Throws InputError for
/// one that is not known, or that asks for what clang does not make.
[[nodiscard]] Options options_of(std::span<const char* const> words);

}  // namespace forewarp::nvrtc
