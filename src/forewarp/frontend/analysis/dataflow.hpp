// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Definitions and uses together with the control flow that orders them.
#include <cstdint>

#include "forewarp/frontend/analysis/cfg.hpp"
#include "forewarp/frontend/analysis/def_use.hpp"

namespace forewarp::analysis {

/// Of one function; both must outlive it.
class Dataflow : public DefUse {
 public:
  Dataflow(const ptx::Function& function, const Cfg& cfg) : DefUse(function), cfg_(cfg) {}

  [[nodiscard]] const Cfg& cfg() const { return cfg_; }
  /// Whether instruction a is executed before b whenever b is.
  [[nodiscard]] bool dominates(std::uint32_t a, std::uint32_t b) const;

 private:
  const Cfg& cfg_;
};

/// Registers that the loop, inner loops included, may change; ascending.
[[nodiscard]] std::vector<std::uint32_t> registers_written(const Dataflow& flow, const Loop& loop);

}  // namespace forewarp::analysis
