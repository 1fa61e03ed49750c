// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Messages between the server and its workers: the length in decimal digits, a line end, and as many bytes.
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace forewarp::serve {

inline constexpr std::size_t max_frame_bytes = std::size_t{64} << 20;

/// Reads and writes frames on two descriptors, which it does not own.
class Frames {
 public:
  Frames(int in, int out) : in_(in), out_(out) {}

  /// The next message; nothing at the end of the stream, where it is damaged, and where none came in time.
  [[nodiscard]] std::optional<std::string> read(std::optional<std::chrono::milliseconds> within = std::nullopt);
  /// Whether the last read() returned nothing because the time was up.
  [[nodiscard]] bool timed_out() const { return timed_out_; }
  /// False where the other side is gone or does not read for ten seconds.
  [[nodiscard]] bool write(std::string_view message);

 private:
  std::optional<std::string> take();

  int in_, out_;
  bool timed_out_ = false;
  std::string buffer_;
};

}  // namespace forewarp::serve
