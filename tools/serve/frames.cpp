// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/frames.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>

namespace forewarp::serve {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t max_digits = 9;
constexpr milliseconds to_write{10000};

/// Whether the descriptor is ready before the deadline.
bool wait(int fd, short events, std::optional<Clock::time_point> deadline) {
  while (true) {
    int left = -1;
    if (deadline)
      left = static_cast<int>(
          std::max<long long>(0, std::chrono::duration_cast<milliseconds>(*deadline - Clock::now()).count()));
    pollfd one{fd, events, 0};
    const int ready = ::poll(&one, 1, left);
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

}  // namespace

/// A whole message out of the buffer.
std::optional<std::string> Frames::take() {
  const std::size_t end = buffer_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::size_t size = 0;
  std::from_chars(buffer_.data(), buffer_.data() + end, size);
  if (buffer_.size() - end - 1 < size) return std::nullopt;
  std::string message = buffer_.substr(end + 1, size);
  buffer_.erase(0, end + 1 + size);
  return message;
}

std::optional<std::string> Frames::read(std::optional<milliseconds> within) {
  std::optional<Clock::time_point> deadline;
  if (within) deadline = Clock::now() + *within;
  timed_out_ = false;
  std::array<char, 1 << 16> chunk;
  while (true) {
    const std::size_t end = buffer_.find('\n');
    if (end == std::string::npos ? buffer_.size() > max_digits : end > max_digits) return std::nullopt;
    if (auto message = take()) return message;
    if (buffer_.size() > max_frame_bytes) return std::nullopt;
    if (!wait(in_, POLLIN, deadline)) {
      timed_out_ = true;
      return std::nullopt;
    }
    const ssize_t size = ::read(in_, chunk.data(), chunk.size());
    if (size == 0 || (size < 0 && errno != EINTR)) return std::nullopt;
    if (size > 0) buffer_.append(chunk.data(), static_cast<std::size_t>(size));
  }
}

bool Frames::write(std::string_view message) {
  std::string all = std::to_string(message.size()) + "\n";
  all += message;
  const auto deadline = Clock::now() + to_write;
  for (std::size_t sent = 0; sent < all.size();) {
    if (!wait(out_, POLLOUT, deadline)) return false;
    const ssize_t size = ::write(out_, all.data() + sent, std::min<std::size_t>(all.size() - sent, 1 << 16));
    if (size < 0 && errno != EINTR && errno != EAGAIN) return false;
    if (size > 0) sent += static_cast<std::size_t>(size);
  }
  return true;
}

}  // namespace forewarp::serve
