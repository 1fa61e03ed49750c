// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The live page: an editor with a kernel, and the answer beside it (docs/serve.md).
///
///     forewarp::serve::Server server({.program = "/usr/bin/forewarp", .port = 0});
///     fmt::print("{}\n", server.url());
///     server.run();  // until stop(), of another thread
#include <cstdint>
#include <memory>
#include <string>

#include "serve/sandbox.hpp"

namespace forewarp::serve {

struct ServerOptions {
  std::string program = {};        ///< the forewarp that workers are started from
  std::string host = "127.0.0.1";  ///< another than the loopback interface needs a token, always
  int port = 8642;                 ///< 0: one that is free
  bool token = false;              ///< needed on the loopback interface, too
  unsigned workers = 2;
  double time_limit_s = 20;    ///< of one answer
  ResourceLimits limits = {};  ///< of a worker, and of each program that it starts
  bool landlock = true;        ///< false: sources may include any file that the user may read
};

class Server {
 public:
  /// Starts the workers and listens. Throws InputError for an address that cannot be had or options out of range, and
  /// Unavailable where this Linux has no Landlock and `landlock` asks for it.
  explicit Server(ServerOptions options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] int port() const;
  /// What to open, with the token where one is needed.
  [[nodiscard]] std::string url() const;
  /// Empty where none is needed.
  [[nodiscard]] const std::string& token() const;
  /// Serves until stop().
  void run();
  /// From any thread. Answers that are being worked on are ended.
  void stop();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace forewarp::serve
