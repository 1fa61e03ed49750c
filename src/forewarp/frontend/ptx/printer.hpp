// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::ptx {

/// The module as PTX text; parsing it again gives an equal module (positions aside).
[[nodiscard]] std::string print(const Module& module);
/// One instruction as printed in a listing, without the newline: "@%p1 bra $L_2;".
[[nodiscard]] std::string print(const Function& function, const Instruction& instruction);

}  // namespace forewarp::ptx
