// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a browser, or somebody who is none, sends to the server: bytes on a connection.
#include <memory>
#include <string>
#include <thread>

#include "serve/server.hpp"

namespace forewarp::test {

struct Received {
  int status = 0;  ///< 0: the connection ended without a response
  std::string head, body;
};

/// Sends the bytes, and reads until the server closes the connection.
[[nodiscard]] Received send_bytes(int port, const std::string& bytes);

/// A request of the page itself, whose connection ends after it. `headers`: further lines with their ends.
[[nodiscard]] std::string get_text(int port, const std::string& target, const std::string& headers = "");
[[nodiscard]] std::string post_text(int port, const std::string& page, int number, const std::string& body,
                                    const std::string& headers = "");

/// A kernel that multiplies by a number, which the answer's source shows, as a question.
[[nodiscard]] std::string scale_question(int factor, const std::string& more = "");

/// Runs in a thread of its own until the end of the test.
class RunningServer {
 public:
  explicit RunningServer(serve::ServerOptions options);
  ~RunningServer();
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;
  [[nodiscard]] serve::Server& server() { return server_; }
  [[nodiscard]] int port() const { return server_.port(); }

 private:
  serve::Server server_;
  std::thread thread_;
};

}  // namespace forewarp::test
