// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// mpirun ends a whole job when one of its processes dies, unless it was started with --enable-recovery. So the process
/// that mpirun starts only waits for another, its child, which does the work.
#include <cstddef>

namespace forewarp::tool {

/// The child's end of the pipe to the process that waits for it.
class Lifeline {
 public:
  explicit Lifeline(int descriptor) : descriptor_(descriptor) {}
  ~Lifeline();
  Lifeline(const Lifeline&) = delete;
  Lifeline& operator=(const Lifeline&) = delete;
  /// Something came from the first process of the job.
  void beat() const;

 private:
  int descriptor_;
};

/// Splits this process, which must have one thread, and returns in the child alone, with the descriptor for its
/// Lifeline. The parent ends as the child does, with two differences for a child that is not the first process of the
/// job: its end is a success for mpirun, whatever it was, with a message where it died of a signal; and it is killed
/// where no beat came for silence_s, since it is stuck then, or where the pipe was closed and it does not end.
/// A request to stop (SIGTERM, SIGINT) is passed on, to the first process as SIGINT, which then prints what it has.
[[nodiscard]] int split_off(std::size_t rank, double silence_s);

}  // namespace forewarp::tool
