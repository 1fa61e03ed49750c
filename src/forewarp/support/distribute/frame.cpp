// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/distribute/frame.hpp"

#include <cstring>

#include "forewarp/support/error.hpp"
#include "forewarp/support/sha256.hpp"

namespace forewarp::distribute {
namespace {

constexpr std::size_t length_bytes = 4;

template <typename Number>
std::string bytes_of_number(Number value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

std::string tag_of(std::string_view key, std::uint64_t number, std::string_view kind_and_body) {
  std::string all = bytes_of_number(number);
  all += kind_and_body;
  const Sha256 whole = hmac_sha256(key, all);
  return {reinterpret_cast<const char*>(whole.data()), tag_bytes};
}

}  // namespace

std::string direction_key(std::string_view secret, std::string_view from, std::string_view coordinator_nonce,
                          std::string_view member_nonce) {
  std::string text(from);
  text += '\0';
  text += coordinator_nonce;
  text += member_nonce;
  const Sha256 key = hmac_sha256(secret, text);
  return {reinterpret_cast<const char*>(key.data()), key.size()};
}

std::string Sealer::seal(Kind kind, std::string_view body) {
  if (body.size() >= max_frame_bytes) throw InputError("a result of more than 1 GB cannot be sent");
  std::string frame = bytes_of_number(static_cast<std::uint32_t>(body.size() + 1));
  frame += static_cast<char>(kind);
  frame += body;
  return frame + tag_of(key_, number_++, std::string_view(frame).substr(length_bytes));
}

std::optional<Frame> Opener::next() {
  const std::string_view left = std::string_view(bytes_).substr(at_);
  if (left.size() < length_bytes) return std::nullopt;
  std::uint32_t length = 0;
  std::memcpy(&length, left.data(), length_bytes);
  if (length == 0 || length > max_bytes_) throw InputError("a frame has an impossible length");
  if (left.size() < length_bytes + length + tag_bytes) return std::nullopt;
  const std::string_view inner = left.substr(length_bytes, length);
  if (!equal_secrets(left.substr(length_bytes + length, tag_bytes), tag_of(key_, number_, inner)))
    throw InputError("a frame is not of this job");
  ++number_;
  const auto kind = static_cast<std::uint8_t>(inner.front());
  if (kind >= kind_count) throw InputError("a frame is of an unknown kind");
  Frame frame{static_cast<Kind>(kind), std::string(inner.substr(1))};
  at_ += length_bytes + length + tag_bytes;
  if (at_ == bytes_.size() || at_ > (std::size_t{1} << 20)) {  // what was read goes away now and then
    bytes_.erase(0, at_);
    at_ = 0;
  }
  return frame;
}

}  // namespace forewarp::distribute
