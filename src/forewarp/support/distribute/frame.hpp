// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What travels between two processes: frames, each with a tag that only a process of this job can make.
///
///     length (4 bytes) of kind and body | kind (1 byte) | body | tag (16 bytes)
///
/// The tag is the first half of HMAC-SHA-256 over the frame's number, its kind and its body. Each direction of each
/// connection has a key of its own, made of the job's secret and a random number of either side. So a frame that is
/// forged, changed, repeated, left out or sent back is found, and the connection ends. Nothing is encrypted.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace forewarp::distribute {

enum class Kind : std::uint8_t {
  greet,    ///< member: who it is, packed(Greeting)
  welcome,  ///< coordinator: it takes part
  refuse,   ///< coordinator: the reason why it does not
  want,     ///< member: packed(loop, items that it can take beside those that it has)
  item,     ///< coordinator: packed(loop, item)
  result,   ///< member: packed(loop, item, bytes)
  failed,   ///< member: packed(loop, item, Failure): make() threw
  over,     ///< coordinator: packed(loop): nothing is left of it
  ask,      ///< member: packed(number) of what was told
  told,     ///< coordinator: packed(number, text)
  beat,     ///< either: it lives
  leave,    ///< either: it ends
};
inline constexpr std::uint8_t kind_count = 12;

struct Frame {
  Kind kind{};
  std::string body;
};

inline constexpr std::size_t nonce_bytes = 16, tag_bytes = 16;
/// Of one frame before and after the other side has shown that it is of this job.
inline constexpr std::size_t max_greeting_bytes = 64 * 1024, max_frame_bytes = std::size_t{1} << 30;

/// The key of a direction. from: "member" or "coordinator".
[[nodiscard]] std::string direction_key(std::string_view secret, std::string_view from,
                                        std::string_view coordinator_nonce, std::string_view member_nonce);

class Sealer {
 public:
  explicit Sealer(std::string key = {}) : key_(std::move(key)) {}
  [[nodiscard]] std::string seal(Kind kind, std::string_view body);

 private:
  std::string key_;
  std::uint64_t number_ = 0;
};

/// Bytes as they arrive become frames.
class Opener {
 public:
  explicit Opener(std::string key = {}, std::size_t max_bytes = max_greeting_bytes)
      : key_(std::move(key)), max_bytes_(max_bytes) {}
  void add(std::string_view bytes) { bytes_ += bytes; }
  /// The next frame that is whole. Throws InputError where the bytes are none of this connection.
  [[nodiscard]] std::optional<Frame> next();
  /// From now on.
  void allow(std::size_t max_bytes) { max_bytes_ = max_bytes; }

 private:
  std::string key_, bytes_;
  std::size_t at_ = 0, max_bytes_;
  std::uint64_t number_ = 0;
};

}  // namespace forewarp::distribute
