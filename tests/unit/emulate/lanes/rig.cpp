// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/emulate/lanes/rig.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <sstream>
#include <string_view>
#include <utility>

namespace forewarp::emu::testing {
namespace {

constexpr std::pair<std::string_view, ptx::Type> types[] = {
    {"pred", ptx::Type::pred}, {"b16", ptx::Type::b16}, {"b32", ptx::Type::b32}, {"b64", ptx::Type::b64},
    {"b128", ptx::Type::b128}, {"u16", ptx::Type::u16}, {"u32", ptx::Type::u32}, {"u64", ptx::Type::u64},
    {"s16", ptx::Type::s16},   {"s32", ptx::Type::s32}, {"s64", ptx::Type::s64}, {"f32", ptx::Type::f32},
    {"f64", ptx::Type::f64}};

ptx::Type type_named(std::string_view name) {
  for (const auto& [text, type] : types) {
    if (text == name) return type;
  }
  ADD_FAILURE() << "no type " << name;
  return ptx::Type::none;
}

ptx::Opcode opcode_named(std::string_view word) {
  constexpr std::pair<std::string_view, ptx::Opcode> opcodes[] = {
#define FOREWARP_OPCODE(enumerator, text, ...) {text, ptx::Opcode::enumerator},
#include "forewarp/frontend/ptx/opcodes.def"
#undef FOREWARP_OPCODE
  };
  for (const auto& [text, opcode] : opcodes) {
    if (text == word) return opcode;
  }
  return ptx::Opcode::unknown;
}

/// Of "u32.b1", as ptx::Operand::component has it.
std::uint8_t selector_of(std::string_view word) {
  constexpr std::string_view selectors[] = {".b0", ".b1", ".b2", ".b3", ".h0", ".h1"};
  for (std::size_t i = 0; i < std::size(selectors); ++i)
    if (word.ends_with(selectors[i])) return static_cast<std::uint8_t>(i + 1);
  return 0;
}

unsigned bytes_of(char letter) { return letter == 'q' ? 16 : letter == 'l' || letter == 'd' ? 8 : 4; }

}  // namespace

Rig::Rig(const std::string& line, Isa isa, unsigned width) : width_(width) {
  std::istringstream words(line);
  words >> mnemonic_;
  instruction_.mnemonic = mnemonic_;
  for (const unsigned elements : {2U, 4U, 8U})
    if (instruction_.has("v" + std::to_string(elements))) instruction_.vector = static_cast<std::uint8_t>(elements);
  instruction_.opcode = opcode_named(std::string_view(mnemonic_).substr(0, mnemonic_.find('.')));
  std::vector<ptx::Operand> outer, inner;
  bool in_vector = false;
  std::uint32_t vector_start = 0;
  for (std::string word; words >> word;) {
    if (word == "(") {
      in_vector = true;
      vector_start = static_cast<std::uint32_t>(inner.size());
      continue;
    }
    if (word == ")") {
      in_vector = false;
      ptx::Operand vector;
      vector.kind = ptx::OperandKind::vector;
      vector.first = vector_start;
      vector.count = static_cast<std::uint32_t>(inner.size()) - vector_start;
      outer.push_back(vector);
      continue;
    }
    ptx::Operand operand;
    if (word == "_") {
      operand.kind = ptx::OperandKind::sink;
    } else if (word[0] >= '0' && word[0] <= '9') {
      operand.kind = ptx::OperandKind::immediate;
      operand.type = ptx::Type::s64;
      operand.bits = std::stoull(word, nullptr, 0);
    } else {
      operand.kind = ptx::OperandKind::reg;
      operand.negated = word[0] == '!';
      if (operand.negated) word.erase(0, 1);
      operand.component = selector_of(word);
      operand.index = static_cast<std::int32_t>(function_.registers.size());
      function_.registers.push_back({"%r", type_named(word.substr(0, word.find('.')))});
    }
    (in_vector ? inner : outer).push_back(operand);
  }
  // The pool: elements of vectors first, then the operands themselves.
  function_.operands = inner;
  instruction_.first_operand = static_cast<std::uint32_t>(inner.size());
  instruction_.operand_count = static_cast<std::uint32_t>(outer.size());
  function_.operands.insert(function_.operands.end(), outer.begin(), outer.end());
  choice_ = select_lane_op(function_, instruction_, isa);
  if (choice_) finish_rows();
}

void Rig::finish_rows() {
  letters_ = choice_->rows;
  std::vector<ptx::Operand> flat;
  for (const ptx::Operand& operand : function_.operands_of(instruction_)) {
    if (operand.kind != ptx::OperandKind::vector) {
      flat.push_back(operand);
      continue;
    }
    for (const ptx::Operand& element : function_.elements_of(operand)) flat.push_back(element);
  }
  const std::size_t row_bytes = 64 * 16;
  regs_.assign(row_bytes * letters_.size(), std::byte{0x5a});
  for (std::size_t i = 0; i < letters_.size(); ++i) {
    const bool absent = i < flat.size() && flat[i].kind == ptx::OperandKind::sink;
    rows_.push_back(absent ? LaneInst::absent_row : static_cast<std::uint32_t>(i * row_bytes));
    if (i < flat.size() && flat[i].negated) negated_ |= 1U << i;
    if (i < flat.size() && flat[i].kind == ptx::OperandKind::immediate) {
      for (unsigned lane = 0; lane < width_; ++lane) set(static_cast<unsigned>(i), lane, flat[i].bits);
    }
  }
}

void Rig::set(unsigned operand, unsigned lane, std::uint64_t value, std::uint64_t high) {
  std::byte* const row = regs_.data() + rows_[operand];
  const char letter = letters_[operand];
  if (letter == 'p') {
    std::uint64_t mask;
    std::memcpy(&mask, row, sizeof mask);
    const std::uint64_t bit = std::uint64_t{1} << lane;
    mask = (value & 1) != 0 ? mask | bit : mask & ~bit;
    std::memcpy(row, &mask, sizeof mask);
    return;
  }
  std::memcpy(row + lane * bytes_of(letter), &value, letter == 'q' ? 8 : bytes_of(letter));
  if (letter == 'q') std::memcpy(row + lane * 16 + 8, &high, 8);
}

void Rig::fill(unsigned operand, std::uint64_t value) {
  for (unsigned lane = 0; lane < width_; ++lane) set(operand, lane, value);
}

std::uint64_t Rig::get(unsigned operand, unsigned lane) const {
  const std::byte* const row = regs_.data() + rows_[operand];
  const char letter = letters_[operand];
  std::uint64_t value = 0;
  if (letter == 'p') {
    std::memcpy(&value, row, sizeof value);
    return value >> lane & 1;
  }
  std::memcpy(&value, row + lane * bytes_of(letter), letter == 'q' ? 8 : bytes_of(letter));
  return value;
}

std::uint64_t Rig::get_high(unsigned operand, unsigned lane) const {
  std::uint64_t value = 0;
  std::memcpy(&value, regs_.data() + rows_[operand] + lane * 16 + 8, 8);
  return value;
}

void Rig::run(LaneMask active) {
  LaneInst inst;
  inst.fn = choice_->fn;
  inst.rows = rows_.data();
  inst.negated = negated_;
  inst.control = choice_->control;
  inst.fn(regs_.data(), inst, active, width_);
}

std::uint64_t one(const std::string& line, const std::vector<std::uint64_t>& sources) {
  std::uint64_t results[2] = {};
  for (const Isa isa : {Isa::baseline, best_isa()}) {
    Rig rig(line, isa);
    EXPECT_TRUE(rig.selected()) << line;
    if (!rig.selected()) return 0;
    const unsigned first = rig.choice().destinations;
    for (unsigned i = 0; i < sources.size(); ++i) rig.set(first + i, 7, sources[i]);
    rig.run(LaneMask{1} << 7);
    results[isa == Isa::baseline ? 0 : 1] = rig.get(0, 7);
    if (best_isa() == Isa::baseline) results[1] = results[0];
  }
  EXPECT_EQ(results[0], results[1]) << line;
  return results[0];
}

std::uint64_t interesting_halves(std::mt19937_64& random) {
  constexpr std::uint16_t special[] = {0x0000, 0x8000, 0x0001, 0x83ff, 0x0400, 0x3c00, 0xbc00, 0x3c01,
                                       0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x7c01, 0x3f80, 0x7f80,
                                       0xff80, 0x0080, 0x7f7f, 0x7fc0, 0x3555, 0x5bff, 0x3800, 0x007f};
  std::uint64_t value = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint64_t bits = random();
    const std::uint16_t half =
        (bits & 3) == 0 ? special[(bits >> 8) % std::size(special)] : static_cast<std::uint16_t>(bits >> 32);
    value |= std::uint64_t{half} << (16 * i);
  }
  return value;
}

std::uint64_t interesting(std::mt19937_64& random, char letter) {
  constexpr std::uint32_t singles[] = {0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000, 0x80800001,
                                       0x3f800000, 0xbf800000, 0x3f800001, 0x3f7fffff, 0x7f7fffff, 0xff7fffff,
                                       0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0x4f000000,
                                       0xcf000000, 0x4f800000, 0x4effffff, 0x5f000000, 0x3effffff, 0x3f000000,
                                       0x3fc00000, 0x40200000, 0x477fe000, 0x477ff000, 0x33800000, 0x0c800000};
  constexpr std::uint64_t doubles[] = {
      0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x800fffffffffffff, 0x0010000000000000,
      0x3ff0000000000000, 0xbff0000000000000, 0x3ff0000000000001, 0x7fefffffffffffff, 0xffefffffffffffff,
      0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0xfff8000012345678, 0x41dfffffffc00000,
      0x41e0000000000000, 0xc1e0000000000000, 0x43e0000000000000, 0x3fe0000000000000, 0x3ff8000000000000,
      0x36a0000000000000, 0x3690000000000001, 0x47efffffe0000000, 0x47efffffffffffff, 0x40effe0000000000};
  constexpr std::uint64_t integers[] = {0,
                                        1,
                                        2,
                                        31,
                                        32,
                                        33,
                                        63,
                                        64,
                                        0x7f,
                                        0x80,
                                        0xff,
                                        0x7fff,
                                        0x8000,
                                        0xffff,
                                        0x7fffffff,
                                        0x80000000,
                                        0xffffffff,
                                        0x100000000,
                                        0x7fffffffffffffff,
                                        0x8000000000000000,
                                        0xffffffffffffffff,
                                        0xffffffff80000000};
  const std::uint64_t bits = random(), choice = random();
  if (choice % 4 != 0) {
    // Floats near each other in exponent, so that sums cancel and round.
    if (letter == 's' && choice % 4 == 1) return (bits & 0x80ffffff) | (0x3e000000 + (choice >> 8 & 0x03000000));
    if (letter == 'd' && choice % 4 == 1) {
      return (bits & 0x800fffffffffffff) | ((0x3f0 + (choice >> 8 & 0x1f)) << 52);
    }
    return letter == 'l' || letter == 'd' || letter == 'q' ? bits : bits & 0xffffffff;
  }
  if (letter == 's') return singles[choice / 4 % std::size(singles)];
  if (letter == 'd') return doubles[choice / 4 % std::size(doubles)];
  const std::uint64_t integer = integers[choice / 4 % std::size(integers)];
  return letter == 'l' ? integer : integer & 0xffffffff;
}

}  // namespace forewarp::emu::testing
