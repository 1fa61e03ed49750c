// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string_view>
#include <vector>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::emu {

/// What an entry needs of its module.
struct Reachable {
  std::vector<const ptx::Function*> functions;  ///< the entry first; declarations too
  std::set<std::string_view> symbols;           ///< every name that a reachable instruction or initialiser mentions
};

/// Follows calls, call tables and every function whose name is used as a value, through initialisers as well. A call
/// through a pointer may reach each function of the module that has its name used so anywhere.
[[nodiscard]] Reachable reachable_from(const ptx::Module& module, const ptx::Function& entry);

}  // namespace forewarp::emu
