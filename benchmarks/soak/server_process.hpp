// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// forewarp serve as a process, as a user starts it, and what Linux says of it.
#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

namespace forewarp::bench {

/// A process and its children at one moment.
struct ProcessState {
  double resident_mb = 0;      ///< of all of them
  std::size_t open_files = 0;  ///< of the process itself
  std::vector<pid_t> children;
};

class ServerProcess {
 public:
  /// Starts `forewarp serve --port 0` and waits for its address. Throws Unavailable where it does not start.
  explicit ServerProcess(const std::string& program);
  /// Ctrl-C, and waits.
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  [[nodiscard]] int port() const { return port_; }
  [[nodiscard]] bool alive() const;
  [[nodiscard]] ProcessState state() const;

 private:
  pid_t pid_ = -1;
  int port_ = 0;
};

}  // namespace forewarp::bench
