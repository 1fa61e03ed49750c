// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Other guesses where the first ones gave a launch that faults or never ends.
#include <optional>
#include <string>
#include <string_view>

#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::launch {

struct SecondGuess {
  Launch launch;
  std::vector<std::string> changes;    ///< "`k` is 16"
  std::vector<std::string> arguments;  ///< that have another value than at first: "k"
  unsigned tried = 0;                  ///< what to ask for the next one with
};

/// Whether the kernel may use dynamic shared memory: an array without a size, as of extern __shared__.
[[nodiscard]] bool has_dynamic_shared(const ptx::Module& module, const ptx::Function& entry);

/// The next launch to try where the first one ended with this fault, tried 0 at first and then as the last answer has
/// it: more dynamic shared memory where
/// the kernel went beyond it and its size is not given, else smaller trip counts, then smaller sizes. Nothing
/// when there is nothing left to try, or when no argument is a guess.
[[nodiscard]] std::optional<SecondGuess> guess_again(const Launch& first, const ptx::Module& module,
                                                     const ptx::Function& entry, unsigned tried,
                                                     std::string_view fault);

}  // namespace forewarp::launch
