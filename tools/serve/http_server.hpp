// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// cpp-httplib behind a strict reader of heads (head.hpp) and the guard (guard.hpp), with limits of time on every
/// connection. The library accepts connections, runs the threads and writes responses.
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "serve/guard.hpp"
#include "serve/head.hpp"

namespace forewarp::serve {

struct Response {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};  ///< beside those that every response has
};

/// Called by several threads at a time. What it throws becomes status 500 without the reason.
using Handler = std::function<Response(const Head& head, const std::string& body)>;

class HttpServer {
 public:
  /// Listens from now on; port 0 is one that is free. Throws InputError naming address and port where that is not
  /// possible.
  HttpServer(const std::string& host, int port, Handler handler);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  [[nodiscard]] int port() const;
  /// Serves by this policy until stop(), which may be called from any thread, before this, too.
  void run(const Policy& policy);
  void stop();

 private:
  class Listener;
  std::unique_ptr<Listener> listener_;
};

}  // namespace forewarp::serve
