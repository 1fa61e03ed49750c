// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From an instruction's text to the key of an entry and to what travels in LaneInst::control. A rule takes out of the
/// suffixes what it understands; what is left remains in the key, so that an unknown suffix finds no entry.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::emu::lanes {

struct Request {
  std::string key;
  std::uint32_t control = 0;
  bool carries = false;  ///< one more row than the text has: the carry flag
  bool selects = false;  ///< operands may have selectors (r.b0) and a minus: control has which
};

/// The suffixes of an instruction, in order, and what rules do to them.
class Words {
 public:
  explicit Words(std::string_view mnemonic);
  /// Removes the word if it is present; returns whether it was.
  bool take(std::string_view word);
  [[nodiscard]] bool has(std::string_view word) const;
  [[nodiscard]] std::size_t size() const { return words_.size(); }
  [[nodiscard]] std::string_view operator[](std::size_t i) const { return words_[i]; }
  [[nodiscard]] std::string_view last() const { return words_.empty() ? std::string_view() : words_.back(); }
  void replace_last(std::string_view word);
  std::string_view take_first();
  /// name, then the words that are left, with dots.
  [[nodiscard]] std::string joined(std::string_view name) const;

 private:
  std::vector<std::string_view> words_;
};

/// An operand list, vectors flattened.
[[nodiscard]] std::vector<ptx::Operand> flattened(const ptx::Function& function, const ptx::Instruction& instruction);
/// Bytes per lane that a register of this type takes in a row; 0 for predicates and for what is no register type.
[[nodiscard]] unsigned row_bytes(ptx::Type type);
/// log2 of the bytes of the register at an operand: of the type given where it is not a register; nothing for a
/// predicate or where there is no such operand.
[[nodiscard]] std::optional<unsigned> register_size(const ptx::Function& function, const ptx::Instruction& instruction,
                                                    unsigned operand, unsigned otherwise);

// Rules, by family; each gives nothing for an instruction that cannot be one of its own.
[[nodiscard]] std::optional<Request> request(const ptx::Function& function, const ptx::Instruction& instruction);
[[nodiscard]] std::optional<Request> float_request(const ptx::Instruction& instruction, std::string_view name,
                                                   Words words);
[[nodiscard]] std::optional<Request> compare_request(const ptx::Function& function, const ptx::Instruction& instruction,
                                                     Words words);
[[nodiscard]] std::optional<Request> convert_request(const ptx::Function& function, const ptx::Instruction& instruction,
                                                     Words words);
[[nodiscard]] std::optional<Request> cross_request(const ptx::Function& function, const ptx::Instruction& instruction,
                                                   std::string_view name, Words words);
[[nodiscard]] std::optional<Request> video_request(const ptx::Function& function, const ptx::Instruction& instruction,
                                                   std::string_view name, Words words);
[[nodiscard]] std::optional<Request> packed_video_request(const ptx::Function& function,
                                                          const ptx::Instruction& instruction, std::string_view name,
                                                          Words words);

}  // namespace forewarp::emu::lanes
