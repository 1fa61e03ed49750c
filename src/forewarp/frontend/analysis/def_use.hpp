// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Definitions and uses: the registers that each instruction reads and writes, and the instructions that define and
/// read each register. Everything that follows values through a function starts from these lists; the visitors of
/// register_access.hpp fill them and serve code that passes over a function once.
#include <cstdint>
#include <span>
#include <vector>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::analysis {

/// Lists of registers by instruction, in one pool: 12 bytes per instruction and 4 per register.
class RegisterLists {
 public:
  /// Appends an instruction; its registers are numbered from `base` on.
  void add(const ptx::Function& function, const ptx::Instruction& instruction, std::uint32_t base = 0);

  /// By the order of add(). Guard first, then operands in their order; one that is read twice is there twice.
  [[nodiscard]] std::span<const std::uint32_t> sources(std::size_t n) const {
    return part(ranges_[n].sources, ranges_[n].written);
  }
  [[nodiscard]] std::span<const std::uint32_t> written(std::size_t n) const {
    return part(ranges_[n].written, ranges_[n].address);
  }
  /// The registers that the instruction forms an address from.
  [[nodiscard]] std::span<const std::uint32_t> address(std::size_t n) const {
    return part(ranges_[n].address, n + 1 < ranges_.size() ? ranges_[n + 1].sources : end());
  }

 private:
  struct Range {
    std::uint32_t sources = 0, written = 0, address = 0;  ///< where each list begins in pool_
  };
  [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(pool_.size()); }
  [[nodiscard]] std::span<const std::uint32_t> part(std::uint32_t first, std::uint32_t last) const {
    return std::span(pool_).subspan(first, last - first);
  }

  std::vector<Range> ranges_;
  std::vector<std::uint32_t> pool_;
};

/// Of one function, which must outlive it.
class DefUse {
 public:
  explicit DefUse(const ptx::Function& function);

  [[nodiscard]] std::span<const std::uint32_t> sources(std::uint32_t n) const { return registers_.sources(n); }
  [[nodiscard]] std::span<const std::uint32_t> written(std::uint32_t n) const { return registers_.written(n); }
  [[nodiscard]] std::span<const std::uint32_t> address(std::uint32_t n) const { return registers_.address(n); }
  /// Instructions that write the register, in text order.
  [[nodiscard]] std::span<const std::uint32_t> definitions(std::uint32_t reg) const { return definitions_.of(reg); }
  /// Instructions that read the register, in text order, each once.
  [[nodiscard]] std::span<const std::uint32_t> readers(std::uint32_t reg) const { return readers_.of(reg); }

  [[nodiscard]] const ptx::Function& function() const { return function_; }
  [[nodiscard]] std::uint32_t instructions() const { return static_cast<std::uint32_t>(function_.body.size()); }
  [[nodiscard]] std::uint32_t registers() const { return static_cast<std::uint32_t>(function_.registers.size()); }

 private:
  /// Instructions by register: those of register r are [first[r], first[r + 1]) of all.
  struct ByRegister {
    std::vector<std::uint32_t> first, all;
    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t reg) const {
      return std::span(all).subspan(first[reg], first[reg + 1] - first[reg]);
    }
  };
  template <typename List>
  [[nodiscard]] ByRegister inverted(const List& list) const;

  const ptx::Function& function_;
  RegisterLists registers_;
  ByRegister definitions_, readers_;
};

}  // namespace forewarp::analysis
