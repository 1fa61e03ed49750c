// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Processes that run the same command and share its long loops. One of them coordinates: it has all results and
/// prints. It hands out items on request, gives those of a process that is lost to others, and works itself, so that
/// members may join late, leave, or never come.
///
/// Each process runs the same program. Where it comes to a loop that is shared, it calls share(); where its further way
/// depends on results, tell() gives every process those of the coordinator. Results are the bytes that make() returns,
/// whichever process made them, so that the output is that of one process.
#include <cstddef>
#include <functional>
#include <string>

#include "forewarp/support/error.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::distribute {

/// Thrown in a member when the coordinator has ended or has no more use for it: the process ends, without a message.
class Dismissed : public Error {
 public:
  using Error::Error;
};

struct Loop {
  std::size_t count = 0;
  /// The result of item i. Called by several threads at a time. What it throws ends the loop, with the exceptions that
  /// docs/cluster.md names.
  std::function<std::string(std::size_t)> make = {};
  /// In the coordinator, once for each item, one call at a time, in the order of arrival.
  std::function<void(std::size_t, std::string)> keep = {};
  unsigned threads = 0;          ///< in this process; 0: default_thread_count()
  Progress* progress = nullptr;  ///< may stop the loop: items that are open are then left out
};

class Team {
 public:
  virtual ~Team() = default;
  /// Whether this process has the results.
  [[nodiscard]] virtual bool coordinates() const = 0;
  /// Every process calls it, with the same count. Returns in the coordinator when all results were kept or the loop was
  /// stopped; in others when there is nothing left for them. Throws in the coordinator what a make() threw.
  virtual void share(const Loop& loop) = 0;
  /// The coordinator's text, in every process; the others' is not looked at.
  [[nodiscard]] virtual std::string tell(std::string text) = 0;
};

}  // namespace forewarp::distribute
