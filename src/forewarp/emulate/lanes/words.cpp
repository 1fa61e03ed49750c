// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The suffixes of a mnemonic ("add.rn.ftz.f32" has rn, ftz, f32). Rules take the ones that they understand; what is
// left, joined to the name, is the key under which a lane kernel is looked up.
#include <algorithm>
#include <utility>

#include "forewarp/emulate/lanes/rules.hpp"

#include "forewarp/support/one_of.hpp"

namespace forewarp::emu::lanes {

Words::Words(std::string_view mnemonic) {
  std::size_t dot = mnemonic.find('.');
  while (dot != std::string_view::npos) {
    const std::size_t next = mnemonic.find('.', dot + 1);
    words_.push_back(mnemonic.substr(dot + 1, next == std::string_view::npos ? next : next - dot - 1));
    dot = next;
  }
  // ptxas takes "rsqrt.approx.f32.ftz", which cuRAND's headers have, for rsqrt.approx.ftz.f32.
  if (words_.size() > 1 && words_.back() == "ftz") std::swap(words_.back(), words_[words_.size() - 2]);
}

/// Taking a word means that the rule has understood it; what no rule takes stays in the key and
/// finds no kernel.
bool Words::take(std::string_view word) {
  const auto at = std::find(words_.begin(), words_.end(), word);
  if (at == words_.end()) return false;
  words_.erase(at);
  return true;
}

bool Words::has(std::string_view word) const { return std::find(words_.begin(), words_.end(), word) != words_.end(); }

void Words::replace_last(std::string_view word) {
  if (!words_.empty()) words_.back() = word;
}

std::string_view Words::take_first() {
  if (words_.empty()) return {};
  const std::string_view first = words_.front();
  words_.erase(words_.begin());
  return first;
}

std::string Words::joined(std::string_view name) const {
  std::string key(name);
  for (const std::string_view word : words_) key.append(".").append(word);
  return key;
}

std::vector<ptx::Operand> flattened(const ptx::Function& function, const ptx::Instruction& instruction) {
  std::vector<ptx::Operand> flat;
  for (const ptx::Operand& operand : function.operands_of(instruction)) {
    if (operand.kind == ptx::OperandKind::vector) {
      for (const ptx::Operand& element : function.elements_of(operand)) flat.push_back(element);
    } else {
      flat.push_back(operand);
    }
  }
  return flat;
}

/// Bytes per lane of a row of this type: 4 for everything narrower. Types that are no registers have 0.
unsigned row_bytes(ptx::Type type) {
  using enum ptx::Type;
  switch (type) {
    case b8:
    case b16:
    case b32:
    case u8:
    case u16:
    case u32:
    case s8:
    case s16:
    case s32:
    case f16:
    case f16x2:
    case bf16:
    case bf16x2:
    case tf32:
    case f32:
    case u16x2:
    case s16x2:
    case u8x4:
    case s8x4:
    case e4m3:
    case e5m2:
    case e4m3x2:
    case e5m2x2:
      return 4;
    case b64:
    case u64:
    case s64:
    case f64:
    case f32x2:
      return 8;
    case b128:
      return 16;
    case none:
    case pred:
    case e2m1:
    case e2m3:
    case e3m2:
    case e2m1x2:
    case e2m3x2:
    case e3m2x2:
    case ue8m0:
    case ue8m0x2:
    case u4:
    case s4:
    case b1:
    case b4x16:
    case b6x16_p32:
    case b4x16_p64:
    case texref:
    case samplerref:
    case surfref:
      break;
  }
  return 0;
}

namespace {

unsigned size_log2(ptx::Type type) {
  using enum ptx::Type;
  if (is_one_of(type, b8, u8, s8, e4m3, e5m2)) return 0;
  if (is_one_of(type, b16, u16, s16, f16, bf16, e4m3x2, e5m2x2)) return 1;
  return row_bytes(type) == 8 ? 3 : 2;
}

}  // namespace

/// log2 of the bytes of a register operand; `otherwise` for immediates and special registers.
std::optional<unsigned> register_size(const ptx::Function& function, const ptx::Instruction& instruction,
                                      unsigned operand, unsigned otherwise) {
  const std::vector<ptx::Operand> flat = flattened(function, instruction);
  if (operand >= flat.size()) return std::nullopt;
  if (flat[operand].kind != ptx::OperandKind::reg) return otherwise;
  const auto index = static_cast<std::size_t>(flat[operand].index);
  if (index >= function.registers.size()) return std::nullopt;
  const ptx::Type type = function.registers[index].type;
  if (row_bytes(type) == 0) return std::nullopt;
  return size_log2(type);
}

}  // namespace forewarp::emu::lanes
