// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How often the basic blocks of a profile ran, by function and by the block's place in the function's control flow.
#include <cstdint>
#include <map>
#include <string>

#include "forewarp/emulate/machine/observer.hpp"
#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/analysis/cfg.hpp"

namespace forewarp::profile {

class Executed {
 public:
  Executed(const emu::ProgramMap& program, const Profile& profile, const std::vector<double>& taken);

  [[nodiscard]] double warps(const ptx::Function& function, std::uint32_t block) const;
  [[nodiscard]] double threads(const ptx::Function& function, std::uint32_t block) const;
  /// Threads that took the conditional branch at the block's end.
  [[nodiscard]] double taken(const ptx::Function& function, std::uint32_t block) const;
  [[nodiscard]] const analysis::Cfg& cfg(const ptx::Function& function) const { return functions_.at(&function).cfg; }
  [[nodiscard]] bool knows(const ptx::Function& function) const { return functions_.contains(&function); }
  /// Whether a global access of this block, or of one that is reached from it, is in the code.
  [[nodiscard]] bool leads_to_access(const ptx::Function& function, std::uint32_t block) const;

 private:
  struct Flow {
    std::size_t first = 0;  ///< of its blocks in the program
    analysis::Cfg cfg;
  };
  const Profile& profile_;
  const std::vector<double>& taken_;
  std::map<const ptx::Function*, Flow> functions_;
};

/// Whether the instruction may access global memory: by its text, whatever happened.
[[nodiscard]] bool may_access_global(const ptx::Instruction& instruction);

/// "spmv.cu:12", or "spmv.ptx:40" where the code has no source lines.
[[nodiscard]] std::string place_name(const ptx::Module& module, const ptx::Function& function,
                                     std::uint32_t instruction);

}  // namespace forewarp::profile
