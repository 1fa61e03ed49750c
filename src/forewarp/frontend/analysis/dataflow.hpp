// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Definitions and uses of the registers of a function: the basis of the search for regular loops.
#include <cstdint>
#include <span>
#include <vector>

#include "forewarp/frontend/analysis/cfg.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::analysis {

class Dataflow {
 public:
  Dataflow(const ptx::Function& function, const Cfg& cfg);

  [[nodiscard]] std::span<const std::uint32_t> sources(std::uint32_t instruction) const;  ///< guard included
  [[nodiscard]] std::span<const std::uint32_t> written(std::uint32_t instruction) const;
  /// The registers that an instruction forms an address from.
  [[nodiscard]] std::span<const std::uint32_t> address(std::uint32_t instruction) const;
  /// Instructions that define the register.
  [[nodiscard]] const std::vector<std::uint32_t>& definitions(std::uint32_t reg) const { return definitions_[reg]; }
  /// Whether instruction a is executed before b whenever b is.
  [[nodiscard]] bool dominates(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] bool block_dominates(std::uint32_t a, std::uint32_t b) const;

  [[nodiscard]] const ptx::Function& function() const { return function_; }
  [[nodiscard]] const Cfg& cfg() const { return cfg_; }

 private:
  struct Range {
    std::uint32_t sources, written, address, end;
  };

  const ptx::Function& function_;
  const Cfg& cfg_;
  std::vector<Range> ranges_;
  std::vector<std::uint32_t> pool_;
  std::vector<std::vector<std::uint32_t>> definitions_;
};

}  // namespace forewarp::analysis
