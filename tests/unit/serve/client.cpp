// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "client.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <charconv>
#include <nlohmann/json.hpp>

namespace forewarp::test {

Received send_bytes(int port, const std::string& bytes) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  Received received;
  std::string text;
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    for (std::size_t sent = 0; sent < bytes.size();) {
      const ssize_t size = ::send(socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (size <= 0) break;
      sent += static_cast<std::size_t>(size);
    }
    ::shutdown(socket, SHUT_WR);
    char chunk[16384];
    for (ssize_t size = 0; (size = ::recv(socket, chunk, sizeof chunk, 0)) > 0;)
      text.append(chunk, static_cast<std::size_t>(size));
  }
  ::close(socket);
  const std::size_t end = text.find("\r\n\r\n");
  if (!text.starts_with("HTTP/1.1 ") || end == std::string::npos) return received;
  std::from_chars(text.data() + 9, text.data() + 12, received.status);
  received.head = text.substr(0, end + 2);
  received.body = text.substr(end + 4);
  return received;
}

std::string get_text(int port, const std::string& target, const std::string& headers) {
  return fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n{}\r\n", target, port, headers);
}

std::string post_text(int port, const std::string& page, int number, const std::string& body,
                      const std::string& headers) {
  return fmt::format(
      "POST /api/answer HTTP/1.1\r\nHost: 127.0.0.1:{0}\r\nOrigin: http://127.0.0.1:{0}\r\nConnection: close\r\n"
      "Content-Type: application/json\r\nX-Forewarp: 1\r\nX-Forewarp-Page: {1}\r\nX-Forewarp-Number: {2}\r\n"
      "Content-Length: {3}\r\n{4}\r\n{5}",
      port, page, number, body.size(), headers, body);
}

std::string scale_question(int factor, const std::string& more) {
  const std::string source = fmt::format(
      "{}__global__ void scale(float* x, int n) {{\n  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) x[i] = {}.0f * x[i];\n}}\n",
      more, factor);
  return nlohmann::json{
      {"name", "scale.cu"}, {"source", source}, {"devices", {"A100"}}, {"compiler", "clang"}, {"machine_code", "off"}}
      .dump();
}

RunningServer::RunningServer(serve::ServerOptions options)
    : server_(std::move(options)), thread_([this] { server_.run(); }) {}

RunningServer::~RunningServer() {
  server_.stop();
  thread_.join();
}

}  // namespace forewarp::test
