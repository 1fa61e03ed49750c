// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The processes that mpirun started with one command, and their team (support/distribute). A command that shares its
/// work makes a Job before anything else, and joins once it has read what it works on.
#include <functional>
#include <memory>
#include <string>

#include "forewarp/support/distribute/connection.hpp"
#include "forewarp/support/distribute/team.hpp"

namespace forewarp::tool {

class Job {
 public:
  /// Alone: nothing happens. Under mpirun the process splits: the one that mpirun started waits for the other, so that
  /// the loss of the latter does not end the whole job (supervise.hpp), and the other returns. The processes then learn
  /// where the first of them listens, by Open MPI, which is loaded for that from a module beside the tool (or under
  /// lib/forewarp, or FOREWARP_MPI_MODULE). Throws Unavailable where there is no module: each process would do the
  /// whole work.
  Job();
  /// Of the first process: says on standard error who took no part.
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Calls read() and, where there are others, takes part. They must agree in this build, the command line, how
  /// this machine computes, and in what traits() says of the input. A process that cannot read, or that does not agree,
  /// is dismissed with a note of the first process. nullptr: this process is alone.
  [[nodiscard]] distribute::Team* join(const std::function<void()>& read,
                                       const std::function<distribute::Identity()>& traits);
  /// Whether this process prints.
  [[nodiscard]] bool speaks() const { return !team_ || team_->coordinates(); }

 private:
  struct Meeting;
  std::unique_ptr<Meeting> meeting_;
  std::unique_ptr<distribute::Team> team_;
};

}  // namespace forewarp::tool
