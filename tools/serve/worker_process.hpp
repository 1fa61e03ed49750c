// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One worker as the server sees it: a process in a session of its own, ended with all that it started.
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/frames.hpp"

namespace forewarp::serve {

class WorkerProcess {
 public:
  /// Starts command[0] with only the variables of the environment that compilers need, TMPDIR and FOREWARP_CACHE below
  /// `folder`. Throws Unavailable where it cannot be started.
  WorkerProcess(const std::vector<std::string>& command, const std::filesystem::path& folder);
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  enum class Ending { answered, timed_out, ended };
  struct Reply {
    Ending ending = Ending::ended;
    std::string message = {};  ///< of a worker that answered (worker.hpp)
  };
  /// False where the worker is gone.
  [[nodiscard]] bool send(std::uint64_t id, std::string_view question);
  /// Waits for the next message. One thread at a time.
  [[nodiscard]] Reply receive(std::chrono::milliseconds within);
  /// Asks it to stop working on a question. Any thread.
  void cancel(std::uint64_t id);
  /// Ends it with its children. Any thread.
  void kill();
  [[nodiscard]] int pid() const { return pid_; }

 private:
  int pid_ = -1, to_ = -1, from_ = -1;
  std::mutex writing_;
  std::unique_ptr<Frames> frames_;
};

/// Ends all processes of a session.
void kill_session(int session);

}  // namespace forewarp::serve
