// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/distribute/connection.hpp"

#include "forewarp/support/sha256.hpp"

namespace forewarp::distribute {
namespace {

constexpr std::string_view hello = "forewarp team 1\n";

}  // namespace

Connection Connection::accepted(Socket socket, std::string_view secret) {
  Connection connection;
  connection.socket_ = std::move(socket);
  connection.secret_ = secret;
  connection.own_nonce_ = secret_bytes(nonce_bytes);
  connection.out_ = std::string(hello) + connection.own_nonce_;
  return connection;
}

std::optional<Connection> Connection::opened(Socket socket, std::string_view secret, double timeout_s) {
  const double until = seconds_now() + timeout_s;
  std::string raw;
  while (raw.size() < hello.size() + nonce_bytes) {
    const double left = until - seconds_now();
    if (left <= 0 || !wait_readable(socket, left) || !receive_some(socket, raw)) return std::nullopt;
  }
  if (!raw.starts_with(hello)) return std::nullopt;
  const std::string_view theirs = std::string_view(raw).substr(hello.size(), nonce_bytes);
  Connection connection;
  connection.socket_ = std::move(socket);
  connection.out_ = secret_bytes(nonce_bytes);
  connection.sealer_ = Sealer(direction_key(secret, "member", theirs, connection.out_));
  connection.opener_ = Opener(direction_key(secret, "coordinator", theirs, connection.out_));
  connection.opener_.add(std::string_view(raw).substr(hello.size() + nonce_bytes));
  connection.has_keys_ = true;
  return connection;
}

std::vector<Frame> Connection::receive() {
  const std::size_t before = raw_.size();
  gone_ = !receive_some(socket_, raw_) || gone_;
  if (raw_.size() > before) heard_s_ = seconds_now();
  std::vector<Frame> frames;
  if (!has_keys_) {
    if (raw_.size() < nonce_bytes) return frames;
    const std::string theirs = raw_.substr(0, nonce_bytes);
    raw_.erase(0, nonce_bytes);
    sealer_ = Sealer(direction_key(secret_, "coordinator", own_nonce_, theirs));
    opener_ = Opener(direction_key(secret_, "member", own_nonce_, theirs));
    has_keys_ = true;
  }
  opener_.add(raw_);
  raw_.clear();
  // Who made a frame that fits knows the secret, and may send long ones.
  while (auto frame = opener_.next()) {
    frames.push_back(std::move(*frame));
    opener_.allow(max_frame_bytes);
  }
  return frames;
}

}  // namespace forewarp::distribute
