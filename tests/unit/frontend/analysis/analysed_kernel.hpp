// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdexcept>
#include <string>
#include <string_view>

#include "forewarp/frontend/analysis/cfg.hpp"
#include "forewarp/frontend/analysis/dataflow.hpp"
#include "kernel_text.hpp"

namespace forewarp::analysis {

/// A kernel with its control and data flow.
struct Code {
  ptx::Module module;
  Cfg cfg;
  Dataflow flow;
  explicit Code(const std::string& body)
      : module(kernel_of(body)), cfg(control_flow(function())), flow(function(), cfg) {}
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;

  [[nodiscard]] const ptx::Function& function() const { return module.functions[0]; }
  [[nodiscard]] std::uint32_t reg(const std::string& name) const { return register_named(function(), name); }
  /// The instruction that begins with this text, which must be there.
  [[nodiscard]] std::uint32_t at(std::string_view mnemonic, unsigned skip = 0) const {
    for (std::uint32_t n = 0; n < function().body.size(); ++n)
      if (function().body[n].mnemonic.starts_with(mnemonic) && skip-- == 0) return n;
    throw std::logic_error(std::string(mnemonic));
  }
  [[nodiscard]] const ptx::Instruction& instruction(std::string_view mnemonic) const {
    return function().body[at(mnemonic)];
  }
};

}  // namespace forewarp::analysis
