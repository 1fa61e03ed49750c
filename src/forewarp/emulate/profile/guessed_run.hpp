// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Runs a launch, and where guesses make it fault or endless, other guesses.
#include <memory>
#include <optional>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/emulate/profile/sampler.hpp"

namespace forewarp::profile {

struct GuessedRun {
  std::unique_ptr<launch::Launch> launch;  ///< that ran; the sampler refers to it
  std::unique_ptr<ProfileOptions> options;
  std::unique_ptr<Sampler> sampler;
  std::optional<Mark> mark;  ///< where it is not the first guess
};

/// Throws the first launch's fault where none of the guesses ends.
[[nodiscard]] GuessedRun run_guessed(const ptx::Module& module, const ptx::Function& entry,
                                     const launch::Launch& launch, const ProfileOptions& options, Progress* progress);

}  // namespace forewarp::profile
