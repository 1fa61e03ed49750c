// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A program that runs in our place: in our process group with our standard input. Signals that are sent to us go on to
/// it (those from the terminal reach it anyway), and it is killed when we are.
#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace forewarp::runtime {

struct ChildOptions {
  std::vector<std::string> command = {};                              ///< a path and the arguments
  std::vector<std::pair<std::string, std::string>> environment = {};  ///< beside ours, or in place of what it has
  bool output_to_errors = false;                                      ///< its standard output goes to standard error
  double timeout_s = 0;                                               ///< then it is killed; 0: never
};

struct ChildEnd {
  pid_t process = 0;
  int exit_status = 0;  ///< or 128 + signal
  int signal = 0;       ///< that ended it, or 0
  bool timed_out = false;
};

/// Waits for its end. Throws Unavailable where it cannot be started. One at a time in a process.
[[nodiscard]] ChildEnd run_child(const ChildOptions& options);

/// The processes that a program starts have other parents: each one that uses the runtime ties its life to the folder's
/// owner by a pipe with a name. It exists as long as this object; the system closes it whatever ends its process.
class Lifeline {
 public:
  explicit Lifeline(const std::string& folder);
  ~Lifeline();
  Lifeline(const Lifeline&) = delete;
  Lifeline& operator=(const Lifeline&) = delete;

 private:
  int pipe_ = -1;
};

/// From now on this process is killed when the Lifeline of the folder ends; at once where it has ended already.
void live_as_long_as(const std::string& folder);

}  // namespace forewarp::runtime
