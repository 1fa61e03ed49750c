// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One connection between the coordinator and a member, either end of it. How it begins, in bytes:
///
///     coordinator   "forewarp team 1\n", 16 random bytes
///     member        16 random bytes, then frames (frame.hpp), the first of which is Kind::greet
///     coordinator   frames, the first of which is Kind::welcome or Kind::refuse
///
/// Both have the job's secret; without it neither can make a frame that the other takes.
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/distribute/frame.hpp"
#include "forewarp/support/distribute/socket.hpp"
#include "forewarp/support/packed.hpp"

namespace forewarp::distribute {

/// Seconds of a clock that does not go back.
[[nodiscard]] inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Something that must be equal in all processes of a job, such as the digest of an input.
struct Trait {
  std::string name, value;  ///< "the input"
};
using Identity = std::vector<Trait>;

template <typename Io, IsA<Trait> T>
void members(Io& io, T& trait) {
  auto& [name, value] = trait;
  io(name, value);
}

/// What a member says of itself.
struct Greeting {
  std::uint64_t rank = 0;
  std::string host;
  Identity identity;
  std::string failure;  ///< why it cannot take part; empty: it can
};

template <typename Io, IsA<Greeting> T>
void members(Io& io, T& greeting) {
  auto& [rank, host, identity, failure] = greeting;
  io(rank, host, identity, failure);
}

/// How an exception of make() travels.
enum class FailureKind : std::uint8_t {
  input,        ///< the same everywhere: ends the loop
  other,        ///< our bug, ends the loop
  unavailable,  ///< something is missing on this machine: others do the item
  stopped,      ///< the process was asked to stop: others do the item
};

struct Failure {
  FailureKind kind{};
  std::string what;
};

template <typename Io, IsA<Failure> T>
void members(Io& io, T& failure) {
  auto& [kind, what] = failure;
  io(kind, what);
}

class Connection {
 public:
  /// The coordinator's end: says hello.
  [[nodiscard]] static Connection accepted(Socket socket, std::string_view secret);
  /// The member's end: waits for the hello. Nothing where none comes that is of this kind within timeout_s.
  [[nodiscard]] static std::optional<Connection> opened(Socket socket, std::string_view secret, double timeout_s);

  /// To go when flush() is called.
  void send(Kind kind, std::string_view body = {}) { out_ += sealer_.seal(kind, body); }
  /// Sends what goes now. False when the connection is gone.
  [[nodiscard]] bool flush() { return send_some(socket_, out_); }
  [[nodiscard]] bool has_unsent() const { return !out_.empty(); }
  /// Frames that arrived. Throws InputError where they are not of this job. Sets is_gone().
  [[nodiscard]] std::vector<Frame> receive();
  [[nodiscard]] bool is_gone() const { return gone_; }
  void close() { socket_.close(); }
  [[nodiscard]] const Socket& socket() const { return socket_; }
  [[nodiscard]] double heard_s() const { return heard_s_; }  ///< when bytes came last, by seconds_now()

 private:
  Connection() = default;

  Socket socket_;
  std::string secret_, own_nonce_;  ///< of a coordinator until the member's nonce is there
  std::string raw_, out_;
  Sealer sealer_;
  Opener opener_;
  bool has_keys_ = false, gone_ = false;
  double heard_s_ = seconds_now();
};

}  // namespace forewarp::distribute
