// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/http_server.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <exception>

#include "forewarp/support/error.hpp"

namespace forewarp::serve {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t threads = 64, requests_of_a_connection = 1000;
constexpr int backlog = 512;
constexpr milliseconds between_requests{3000}, for_a_head{5000}, for_a_body{20000}, for_a_response{20000}, slice{200};

/// Every response: no other page may read, frame or embed it, and nothing is kept.
const std::vector<std::pair<const char*, const char*>>& common_headers() {
  static const std::vector<std::pair<const char*, const char*>> all = {{"X-Content-Type-Options", "nosniff"},
                                                                       {"Referrer-Policy", "no-referrer"},
                                                                       {"Cross-Origin-Resource-Policy", "same-origin"},
                                                                       {"Cross-Origin-Opener-Policy", "same-origin"},
                                                                       {"Cache-Control", "no-store"}};
  return all;
}

const char* reason_of(int status) {
  switch (status) {
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 405:
      return "Method Not Allowed";
    case 411:
      return "Length Required";
    case 413:
      return "Payload Too Large";
    case 415:
      return "Unsupported Media Type";
    case 421:
      return "Misdirected Request";
    case 431:
      return "Request Header Fields Too Large";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Bad Request";
  }
}

std::string refusal_text(const Refusal& refusal) {
  const std::string body = "forewarp: " + refusal.message + "\n";
  std::string text = fmt::format("HTTP/1.1 {} {}\r\nConnection: close\r\n", refusal.status, reason_of(refusal.status));
  text += fmt::format("Content-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n", body.size());
  for (const auto& [name, value] : common_headers()) text += fmt::format("{}: {}\r\n", name, value);
  return text + "\r\n" + body;
}

/// A connection whose head was read: the library reads it again from here.
class Connection : public httplib::Stream {
 public:
  Connection(socket_t socket, const std::function<bool()>& is_running) : socket_(socket), is_running_(is_running) {}

  /// The next head with its empty line; empty where the client left, is too slow, or the server ends. Longer ones are
  /// returned cut off.
  std::string read_head_text() {
    auto deadline = Clock::now() + (buffer_.empty() ? between_requests : for_a_head);
    while (true) {
      if (const std::size_t end = buffer_.find("\r\n\r\n"); end != std::string::npos && end + 4 <= max_head_bytes)
        return buffer_.substr(0, end + 4);
      if (buffer_.size() > max_head_bytes) return buffer_;
      const bool was_empty = buffer_.empty();
      char chunk[4096];
      const ssize_t size = receive(chunk, sizeof chunk, deadline);
      if (size <= 0) return {};
      if (was_empty) deadline = Clock::now() + for_a_head;
      buffer_.append(chunk, static_cast<std::size_t>(size));
    }
  }
  void begin_body() { body_deadline_ = Clock::now() + for_a_body; }

  [[nodiscard]] bool is_readable() const override { return !buffer_.empty() || wait(POLLIN, body_deadline_); }
  [[nodiscard]] bool is_writable() const override { return wait(POLLOUT, Clock::now() + for_a_response); }
  ssize_t read(char* into, size_t size) override {
    if (buffer_.empty()) return receive(into, size, body_deadline_);
    const std::size_t taken = std::min(size, buffer_.size());
    std::memcpy(into, buffer_.data(), taken);
    buffer_.erase(0, taken);
    return static_cast<ssize_t>(taken);
  }
  ssize_t write(const char* bytes, size_t size) override {
    const auto deadline = Clock::now() + for_a_response;
    std::size_t sent = 0;
    while (sent < size) {
      if (!wait(POLLOUT, deadline)) return -1;
      const ssize_t n = ::send(socket_, bytes + sent, size - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (n < 0 && errno != EAGAIN && errno != EINTR) return -1;
      if (n > 0) sent += static_cast<std::size_t>(n);
    }
    return static_cast<ssize_t>(size);
  }
  using httplib::Stream::write;
  void get_remote_ip_and_port(std::string& ip, int& port) const override { ip.clear(), port = 0; }
  void get_local_ip_and_port(std::string& ip, int& port) const override { ip.clear(), port = 0; }
  [[nodiscard]] socket_t socket() const override { return socket_; }

 private:
  [[nodiscard]] bool wait(short events, Clock::time_point deadline) const {
    while (is_running_()) {
      const auto left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now());
      if (left.count() <= 0) return false;
      pollfd one{socket_, events, 0};
      const int ready = ::poll(&one, 1, static_cast<int>(std::min(left, slice).count()));
      if (ready > 0) return true;
      if (ready < 0 && errno != EINTR) return false;
    }
    return false;
  }
  ssize_t receive(char* into, std::size_t size, Clock::time_point deadline) const {
    while (wait(POLLIN, deadline)) {
      const ssize_t n = ::recv(socket_, into, size, MSG_DONTWAIT);
      if (n >= 0 || (errno != EAGAIN && errno != EINTR)) return n;
    }
    return -1;
  }

  socket_t socket_;
  const std::function<bool()>& is_running_;
  std::string buffer_;  ///< read and not yet taken
  Clock::time_point body_deadline_{};
};

/// The head of the request that this thread serves.
thread_local const Head* current_head = nullptr;

}  // namespace

class HttpServer::Listener : public httplib::Server {
 public:
  explicit Listener(serve::Handler handler) : handler_(std::move(handler)) {
    new_task_queue = [] { return new httplib::ThreadPool(threads); };
    set_tcp_nodelay(true);
    // Without the library's SO_REUSEPORT, which lets several servers listen on one port.
    set_socket_options([](socket_t socket) {
      const int on = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    });
    httplib::Headers headers;
    for (const auto& [name, value] : common_headers()) headers.emplace(name, value);
    set_default_headers(headers);
    const auto each = [this](const httplib::Request& request, httplib::Response& response) {
      answer(request, response);
    };
    Get(".*", each);
    Post(".*", each);
  }

  void bind(const std::string& host, int port) {
    errno = 0;
    const bool is_bound = port == 0 ? (port_ = bind_to_any_port(host)) > 0 : bind_to_port(host, port);
    if (!is_bound)
      throw InputError(fmt::format("cannot listen on {}: {}; choose another port (--port 0 takes one that is free)",
                                   authority(host, port), errno != 0 ? std::strerror(errno) : "no such address"));
    if (port != 0) port_ = port;
    ::listen(svr_sock_, backlog);
  }
  void run(const Policy& policy) {
    policy_ = policy;
    set_payload_max_length(policy.max_body_bytes);
    if (!stopped_) listen_after_bind();
  }
  void end() {
    stopped_ = true;
    stop();
  }
  [[nodiscard]] int port() const { return port_; }

 private:
  void answer(const httplib::Request& request, httplib::Response& response) const {
    const Response made = handler_(*current_head, request.body);
    response.status = made.status;
    for (const auto& [name, value] : made.headers) response.set_header(name, value);
    response.set_content(made.body, made.type);
  }

  bool process_and_close_socket(socket_t socket) override {
    const std::function<bool()> runs = [this] { return !stopped_; };
    Connection connection(socket, runs);
    const int on = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    for (std::size_t i = 0; i < requests_of_a_connection; ++i)
      if (!serve_one(connection)) break;
    ::shutdown(socket, SHUT_RDWR);
    ::close(socket);
    return true;
  }

  /// Whether the connection may serve another request.
  bool serve_one(Connection& connection) {
    const std::string text = connection.read_head_text();
    if (text.empty()) return false;
    auto read = read_head(text);
    const auto* refusal = std::get_if<Refusal>(&read);
    std::optional<Refusal> guarded;
    if (refusal == nullptr) guarded = refusal_of(std::get<Head>(read), policy_);
    if (guarded) refusal = &*guarded;
    if (refusal != nullptr) {
      connection.write(refusal_text(*refusal));
      return false;
    }
    current_head = &std::get<Head>(read);
    connection.begin_body();
    bool is_closed = false;
    // The library would compress by Brotli at its best, which takes a tenth of a second for an answer.
    const auto as_it_is = [](httplib::Request& request) { request.headers.erase("Accept-Encoding"); };
    const bool is_served = process_request(connection, false, is_closed, as_it_is);
    current_head = nullptr;
    return is_served && !is_closed;
  }

  serve::Handler handler_;
  Policy policy_;
  std::atomic<bool> stopped_ = false;
  int port_ = 0;
};

HttpServer::HttpServer(const std::string& host, int port, Handler handler)
    : listener_(std::make_unique<Listener>(std::move(handler))) {
  listener_->bind(host, port);
}

HttpServer::~HttpServer() { stop(); }

int HttpServer::port() const { return listener_->port(); }

void HttpServer::run(const Policy& policy) { listener_->run(policy); }

void HttpServer::stop() { listener_->end(); }

}  // namespace forewarp::serve
