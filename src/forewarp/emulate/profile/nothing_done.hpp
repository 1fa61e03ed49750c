// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Launches that do nothing: no thread passes its guard, or a size has overflowed on the way there.
#include <optional>

#include "forewarp/emulate/machine/observer.hpp"
#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/analysis/dependence.hpp"

namespace forewarp::profile {

struct LaunchCode {
  const ptx::Module& module;
  const ptx::Function& entry;
  const emu::ProgramMap& program;
  std::vector<double> taken = {};  ///< by basic block of the program: threads that took the branch at its end
};

/// A launch whose code has accesses to global memory, of which none ran: where the threads went away, and which guessed
/// arguments decide that (Mark::arguments).
[[nodiscard]] std::optional<Mark> nothing_done(const LaunchCode& code, const Profile& profile,
                                               const analysis::Dependence& dependence);

/// A product of integer arguments that does not fit its type, where an index is compared with it.
[[nodiscard]] std::optional<Mark> overflowed_size(const LaunchCode& code, const Profile& profile);

}  // namespace forewarp::profile
