// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/mnemonic.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace forewarp::ptx {
namespace {

constexpr std::string_view modifier_words[] = {
#define FOREWARP_MODIFIER(enumerator, word) word,
#include "forewarp/frontend/ptx/modifiers.def"
#undef FOREWARP_MODIFIER
};
static_assert(std::size(modifier_words) <= 32, "Mnemonic::modifiers has a bit per modifier");

/// Takes the letter and the number behind it off the front: 'm' of "m16n8k16" leaves "n8k16".
std::optional<unsigned> take_extent(std::string_view& text, char letter) {
  if (text.empty() || text.front() != letter) return std::nullopt;
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), value);
  if (error != std::errc() || value > 4096) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

std::optional<MatrixShape> shape_from(std::string_view word) {
  const auto m = take_extent(word, 'm'), n = m ? take_extent(word, 'n') : std::nullopt;
  if (!n) return std::nullopt;
  const auto k = take_extent(word, 'k');
  return word.empty() ? std::optional(MatrixShape{*m, *n, k.value_or(0)}) : std::nullopt;
}

std::uint32_t modifier_bit(std::string_view word) {
  const auto* const found = std::ranges::find(modifier_words, word);
  return found == std::end(modifier_words) ? 0 : std::uint32_t{1} << (found - std::begin(modifier_words));
}

void add_word(std::string_view word, Mnemonic& out) {
  if (const auto type = type_from(word)) {
    if (out.type_count < out.types.size()) out.types[out.type_count++] = *type;
    return;
  }
  if (out.space == StateSpace::none) {
    if (const auto space = space_from(word)) {
      out.space = *space;
      return;
    }
  }
  if (word == "v2") out.vector = 2;
  if (word == "v4") out.vector = 4;
  if (word == "v8") out.vector = 8;
  if (const auto shape = shape_from(word); shape && out.shape == MatrixShape()) out.shape = *shape;
  out.modifiers |= modifier_bit(word);
}

}  // namespace

bool Mnemonic::has(Type type) const {
  return std::find(types.begin(), types.begin() + type_count, type) != types.begin() + type_count;
}

Mnemonic decode_mnemonic(std::string_view text) {
  Mnemonic out;
  out.opcode = opcode_of(text);
  for (std::size_t dot = text.find('.'); dot != std::string_view::npos;) {
    const std::size_t next = text.find('.', dot + 1);
    add_word(text.substr(dot + 1, next == std::string_view::npos ? next : next - dot - 1), out);
    dot = next;
  }
  return out;
}

}  // namespace forewarp::ptx
