// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A loop over independent items, by the processes of a team or by the threads of this process alone. What make()
/// returns travels as bytes (packed.hpp) between processes alone.
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "forewarp/support/distribute/team.hpp"
#include "forewarp/support/packed.hpp"
#include "forewarp/support/parallel.hpp"

namespace forewarp::distribute {

template <typename Made>
struct Each {
  std::size_t count = 0;
  std::function<std::optional<Made>(std::size_t)> make = {};  ///< nothing where the user wants to stop
  /// Once for each item that was made, in the process that has the results. Without a team from several threads.
  std::function<void(std::size_t, Made)> keep = {};
  unsigned threads = 0;  ///< 0: default_thread_count()
  Progress* progress = nullptr;
};

/// Throws what make() throws.
template <typename Made>
void each(Team* team, const Each<Made>& loop) {
  if (team == nullptr) {
    const auto one = [&](std::size_t i) {
      if (loop.progress != nullptr && loop.progress->cancelled()) return;
      if (std::optional<Made> made = loop.make(i)) loop.keep(i, std::move(*made));
    };
    return parallel_for(loop.count, one, loop.threads);
  }
  const auto make = [&](std::size_t i) {
    const std::optional<Made> made = loop.make(i);
    if (!made && !team->coordinates()) throw Interrupted();  // others do it
    return packed(made);
  };
  const auto keep = [&](std::size_t i, const std::string& bytes) {
    std::optional<Made> made;
    unpack(bytes, made);
    if (made) loop.keep(i, std::move(*made));
  };
  team->share({.count = loop.count, .make = make, .keep = keep, .threads = loop.threads, .progress = loop.progress});
}

}  // namespace forewarp::distribute
