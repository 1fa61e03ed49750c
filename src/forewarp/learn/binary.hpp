// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How predictors travel in a model file: little-endian numbers, texts with their length, arrays aligned to 64 bytes,
/// so that a forest is used in place in the mapped file, without parsing.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace forewarp::learn {

class Writer {
 public:
  void integer(std::uint64_t value) { array(std::span<const std::uint64_t>(&value, 1), alignof(std::uint64_t)); }
  void number(double value) { array(std::span<const double>(&value, 1), alignof(double)); }
  void text(std::string_view value);
  /// The length, then the elements on a 64-byte boundary of the whole.
  template <typename T>
  void array(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    integer(values.size());
    array(values, 64);
  }
  template <typename T>
  void array(const std::vector<T>& values) {
    array(std::span<const T>(values));
  }
  /// One after the other.
  template <typename... Arrays>
  void arrays(const Arrays&... values) {
    (array(values), ...);
  }
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  template <typename T>
  void array(std::span<const T> values, std::size_t alignment) {
    append(values.data(), values.size_bytes(), alignment);
  }
  void append(const void* data, std::size_t size, std::size_t alignment);
  std::vector<std::byte> bytes_;
};

/// Whether large arrays are looked through before they are used. With Trust::writer a reader may skip what takes time
/// in proportion to them: files from a trusted writer load at once.
enum class Trust { nothing, writer };

/// Reads what a Writer wrote. Throws InputError where the bytes end early: nothing in a file is trusted.
class Reader {
 public:
  /// bytes starts on a 64-byte boundary; owner keeps it alive while spans of it are in use.
  Reader(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, Trust trust = Trust::nothing)
      : bytes_(bytes), owner_(std::move(owner)), trust_(trust) {}

  [[nodiscard]] std::uint64_t integer();
  /// Throws InputError naming what when the value is above limit.
  [[nodiscard]] std::uint64_t integer(std::string_view what, std::uint64_t limit);
  [[nodiscard]] double number();
  [[nodiscard]] std::string text();
  /// The elements where they lie; they live as long as owner().
  template <typename T>
  [[nodiscard]] std::span<const T> array() {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::uint64_t count = integer("the length of an array", bytes_.size() / sizeof(T));
    return {static_cast<const T*>(take(count * sizeof(T), 64)), count};
  }
  [[nodiscard]] const std::shared_ptr<const void>& owner() const { return owner_; }
  [[nodiscard]] Trust trust() const { return trust_; }
  [[nodiscard]] std::size_t position() const { return at_; }
  [[nodiscard]] bool done() const { return at_ == bytes_.size(); }

 private:
  [[nodiscard]] const void* take(std::size_t size, std::size_t alignment);
  std::span<const std::byte> bytes_;
  std::shared_ptr<const void> owner_;
  std::size_t at_ = 0;
  Trust trust_;
};

}  // namespace forewarp::learn
