// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::analysis {

/// An entry "k" whose body this is, then "ret".
inline ptx::Module kernel_of(const std::string& body) {
  return ptx::parse(
      ".version 8.5\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 x, .param .u32 n) {\n"
      ".reg .pred %p<9>; .reg .b32 %r<20>; .reg .f32 %f<9>; .reg .b64 %rd<20>;\n" +
      body + "\nret;\n}\n");
}

/// The number of a register by its name; the function must have it.
inline std::uint32_t register_named(const ptx::Function& function, const std::string& name) {
  std::uint32_t reg = 0;
  while (function.registers.at(reg).name != name) ++reg;
  return reg;
}

}  // namespace forewarp::analysis
