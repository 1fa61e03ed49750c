// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// TCP as far as processes that share work need it.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace forewarp::distribute {

/// A file descriptor that is closed with the object.
class Socket {
 public:
  Socket() = default;
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  ~Socket() { close(); }
  Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Socket& operator=(Socket&& other) noexcept;
  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  void close();

 private:
  int descriptor_ = -1;
};

/// Where a coordinator listens, as text "host port address address ...".
struct Place {
  std::string host;  ///< the machine's name
  std::uint16_t port = 0;
  std::vector<std::string> addresses;  ///< of the machine, numbers
};
[[nodiscard]] std::string place_text(const Place& place);
/// Throws InputError for other texts.
[[nodiscard]] Place place_from(std::string_view text);

[[nodiscard]] std::string host_name();

enum class Reach : std::uint8_t { this_machine, all_machines };
/// A socket that listens on a free port. Does not block. Throws Unavailable.
[[nodiscard]] Socket listen_on_free_port(Reach reach);
/// Port of the socket and the addresses at which others reach it.
[[nodiscard]] Place place_of(const Socket& listening, Reach reach);
/// The next connection, which does not block; nothing where there is none.
[[nodiscard]] std::optional<Socket> accept_one(const Socket& listening);

/// A connection that does not block, or the error (errno's numbers) that stood in its way.
struct Attempt {
  Socket socket;
  int error = 0;
};
/// address: as Place::addresses has them; EINVAL for other texts.
[[nodiscard]] Attempt connect_to(const std::string& address, std::uint16_t port, double timeout_s);

/// Waits until bytes can be read, at most so long. False where there are none.
[[nodiscard]] bool wait_readable(const Socket& socket, double timeout_s);
/// Sends what goes now and removes it from the text. False when the connection is gone.
[[nodiscard]] bool send_some(const Socket& socket, std::string& text);
/// Appends what is there. False when the connection is gone.
[[nodiscard]] bool receive_some(const Socket& socket, std::string& text);

}  // namespace forewarp::distribute
