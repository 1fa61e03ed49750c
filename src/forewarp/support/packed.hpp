// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Values as bytes and back, between processes of one build. A struct takes part by one function for both directions
/// that names all of its members; a member that is added and not named there does not compile:
///
///     template <typename Io, IsA<Term> T>
///     void members(Io& io, T& term) {
///       auto& [name, time_s] = term;
///       io(name, time_s);
///     }
///
/// Numbers are as they lie in memory (a NaN keeps its bits), texts and lists have their length before them. Model files
/// have a format of their own (learn/binary.hpp), whose arrays are aligned and used in place.
#include <concepts>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "forewarp/support/error.hpp"

namespace forewarp {

template <typename T, typename Plain>
concept IsA = std::same_as<std::remove_const_t<T>, Plain>;

template <typename T>
concept PlainValue = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class Packer {
 public:
  /// Appends to bytes, which outlive this.
  explicit Packer(std::string& bytes) : bytes_(bytes) {}
  template <typename... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }

 private:
  template <PlainValue T>
  void put(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(const std::string& text) {
    put(std::uint64_t{text.size()});
    bytes_ += text;
  }
  template <typename T>
  void put(const std::vector<T>& list) {
    put(std::uint64_t{list.size()});
    for (const T& one : list) put(one);
  }
  template <typename T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <typename T>
  requires std::is_class_v<T>
  void put(const T& value) { members(*this, value); }

  std::string& bytes_;
};

/// Throws InputError where the bytes end early.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}
  template <typename... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }
  /// Throws InputError where something is left.
  void finish() const {
    if (!bytes_.empty()) throw InputError("a packed value has bytes after its end");
  }

 private:
  template <PlainValue T>
  void get(T& value) {
    if (bytes_.size() < sizeof value) throw InputError("a packed value is cut off");
    if constexpr (std::same_as<T, bool>)
      value = bytes_.front() != 0;
    else
      std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
  }
  void get(std::string& text) {
    const std::size_t size = length();
    text.assign(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
  }
  template <typename T>
  void get(std::vector<T>& list) {
    list.clear();
    for (std::size_t left = length(); left > 0; --left) {
      T one{};
      get(one);
      list.push_back(std::move(one));
    }
  }
  template <typename T>
  void get(std::optional<T>& value) {
    bool there = false;
    get(there);
    value.reset();
    if (there) get(value.emplace());
  }
  template <typename T>
  requires std::is_class_v<T>
  void get(T& value) { members(*this, value); }

  /// Every element takes a byte or more, so that no length asks for more memory than there are bytes.
  std::size_t length() {
    std::uint64_t count = 0;
    get(count);
    if (count > bytes_.size()) throw InputError("a packed value is cut off");
    return count;
  }

  std::string_view bytes_;
};

/// All of it as bytes.
template <typename... Values>
[[nodiscard]] std::string packed(const Values&... values) {
  std::string bytes;
  Packer pack(bytes);
  pack(values...);
  return bytes;
}

/// What packed() made. Throws InputError for anything else.
template <typename... Values>
void unpack(std::string_view bytes, Values&... values) {
  Unpacker from(bytes);
  from(values...);
  from.finish();
}

}  // namespace forewarp
