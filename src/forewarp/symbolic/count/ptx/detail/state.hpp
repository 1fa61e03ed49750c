// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The values of all registers at a place of the program. Each block keeps its own, and blocks change few of thousands
/// of registers, so states share pages of values until one of them is written to: a copy is one of pointers, and what
/// two states share is equal without a comparison.
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "forewarp/symbolic/count/ptx/detail/value.hpp"

namespace forewarp::count::detail {

class State {
 public:
  static constexpr std::size_t page_size = 64;

  State() = default;
  /// All as Value has it at first.
  explicit State(std::size_t registers)
      : size_(registers), pages_((registers + page_size - 1) / page_size, std::make_shared<Page>()) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t pages() const { return pages_.size(); }
  const Value& operator[](std::size_t reg) const { return (*pages_[reg / page_size])[reg % page_size]; }
  void set(std::size_t reg, const Value& value) {
    std::shared_ptr<Page>& page = pages_[reg / page_size];
    if (page.use_count() > 1) page = std::make_shared<Page>(*page);
    (*page)[reg % page_size] = value;
  }
  /// Whether the registers from page * page_size on are the same memory in both.
  [[nodiscard]] bool shares(std::size_t page, const State& other) const { return pages_[page] == other.pages_[page]; }
  /// The first register beyond that page.
  [[nodiscard]] std::size_t end_of(std::size_t page) const { return std::min(size_, (page + 1) * page_size); }

 private:
  using Page = std::array<Value, page_size>;
  std::size_t size_ = 0;
  std::vector<std::shared_ptr<Page>> pages_;
};

}  // namespace forewarp::count::detail
