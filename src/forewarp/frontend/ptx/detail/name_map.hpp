// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A hash map from names (views that outlive it) to small values. The hash is keyed with a random number per process,
/// so a hostile file cannot aim for collisions; nothing ever depends on the order of its slots.
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace forewarp::ptx::detail {

[[nodiscard]] std::uint64_t hash_seed();

[[nodiscard]] inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Multiply-and-fold over 8-byte words, as wyhash does it.
[[nodiscard]] inline std::uint64_t hash_name(std::string_view name, std::uint64_t seed) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ULL;
  std::uint64_t state = seed ^ (name.size() * odd);
  const char* at = name.data();
  std::size_t left = name.size();
  for (; left >= 8; at += 8, left -= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    state = mix(state ^ word, odd ^ seed);
  }
  std::uint64_t tail = 0;
  for (std::size_t i = 0; i < left; ++i) tail |= std::uint64_t{static_cast<unsigned char>(at[i])} << (8 * i);
  return mix(state ^ tail, (odd + 2 * seed) | 1);
}

template <class Value>
class NameMap {
 public:
  /// The value of the name, or nullptr. Valid until the next insertion.
  [[nodiscard]] const Value* find(std::string_view name) const {
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[place(name, hash_name(name, seed_))];
    return slot.generation == generation_ ? &slot.value : nullptr;
  }
  [[nodiscard]] Value* find(std::string_view name) { return const_cast<Value*>(std::as_const(*this).find(name)); }

  /// The value of the name, made from nothing when it is new.
  Value& operator[](std::string_view name) {
    if (2 * (used_ + 1) > slots_.size()) grow();
    const std::uint64_t hash = hash_name(name, seed_);
    Slot& slot = slots_[place(name, hash)];
    if (slot.generation != generation_) {
      slot = Slot{name, static_cast<std::uint32_t>(hash), generation_, Value{}};
      ++used_;
    }
    return slot.value;
  }

  /// Forgets everything in constant time.
  void clear() {
    ++generation_;
    used_ = 0;
  }

 private:
  struct Slot {
    std::string_view name;
    std::uint32_t hash = 0;
    std::uint32_t generation = 0;
    Value value{};
  };

  [[nodiscard]] std::size_t place(std::string_view name, std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    const auto low = static_cast<std::uint32_t>(hash);
    for (std::size_t i = low & mask;; i = (i + 1) & mask) {
      const Slot& slot = slots_[i];
      if (slot.generation != generation_ || (slot.hash == low && slot.name == name)) return i;
    }
  }

  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    for (Slot& slot : old)
      if (slot.generation == generation_) slots_[place(slot.name, slot.hash)] = std::move(slot);
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::uint32_t generation_ = 1;
  std::uint64_t seed_ = hash_seed();
};

}  // namespace forewarp::ptx::detail
