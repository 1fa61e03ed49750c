// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/binary.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

static_assert(std::endian::native == std::endian::little, "model files are little-endian and used where they lie");

std::size_t aligned(std::size_t at, std::size_t alignment) { return (at + alignment - 1) / alignment * alignment; }

}  // namespace

void Writer::append(const void* data, std::size_t size, std::size_t alignment) {
  const std::size_t at = aligned(bytes_.size(), alignment);
  bytes_.resize(at + size);
  if (size > 0) std::memcpy(bytes_.data() + at, data, size);
}

void Writer::text(std::string_view value) {
  integer(value.size());
  append(value.data(), value.size(), 1);
}

const void* Reader::take(std::size_t size, std::size_t alignment) {
  const std::size_t at = aligned(at_, alignment);
  if (at > bytes_.size() || size > bytes_.size() - at)
    throw InputError(fmt::format("the model ends at byte {} where {} more were expected", bytes_.size(), size));
  at_ = at + size;
  return bytes_.data() + at;
}

std::uint64_t Reader::integer() {
  std::uint64_t value = 0;
  std::memcpy(&value, take(sizeof value, alignof(std::uint64_t)), sizeof value);
  return value;
}

std::uint64_t Reader::integer(std::string_view what, std::uint64_t limit) {
  const std::uint64_t value = integer();
  if (value > limit) throw InputError(fmt::format("{} in the model is {}, more than {}", what, value, limit));
  return value;
}

double Reader::number() {
  double value = 0;
  std::memcpy(&value, take(sizeof value, alignof(double)), sizeof value);
  return value;
}

std::string Reader::text() {
  const std::uint64_t size = integer("the length of a text", bytes_.size());
  return {static_cast<const char*>(take(size, 1)), size};
}

}  // namespace forewarp::learn
