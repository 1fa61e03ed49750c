// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// PTX is statements. Mutations of bytes mostly end in a syntax error; moving, repeating and removing whole statements,
// and putting one word of the text where another was, gets past the parser. Half of the mutations are of each kind.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed);

namespace {

using Random = std::minstd_rand;
using Pieces = std::vector<std::string_view>;

/// Cuts after every character that ends a piece.
Pieces cut(std::string_view text, auto&& ends) {
  Pieces pieces;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (ends(text, i)) {
      pieces.push_back(text.substr(begin, i + 1 - begin));
      begin = i + 1;
    }
  pieces.push_back(text.substr(begin));
  return pieces;
}

bool ends_statement(std::string_view text, std::size_t i) { return text[i] == ';' || text[i] == '\n'; }

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '%'; }
bool ends_word(std::string_view text, std::size_t i) {
  return i + 1 < text.size() && is_word(text[i]) != is_word(text[i + 1]);
}

std::size_t any(const Pieces& pieces, Random& random) { return random() % pieces.size(); }

void mutate_statements(Pieces& pieces, Random& random) {
  const std::size_t from = any(pieces, random), to = any(pieces, random);
  const std::string_view piece = pieces[from];
  switch (random() % 3) {
    case 0:
      pieces.insert(pieces.begin() + static_cast<std::ptrdiff_t>(to), piece);
      break;
    case 1:
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(from));
      break;
    default:
      std::swap(pieces[from], pieces[to]);
      break;
  }
}

std::string joined(const Pieces& pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece;
  return text;
}

std::string mutated(std::string_view text, Random& random) {
  const bool words = random() % 2 == 0;
  Pieces pieces = cut(text, words ? ends_word : ends_statement);
  if (words)
    pieces[any(pieces, random)] = pieces[any(pieces, random)];
  else
    mutate_statements(pieces, random);
  return joined(pieces);
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  Random random(seed);
  if (random() % 2 == 0) return LLVMFuzzerMutate(data, size, max_size);
  const std::string text = mutated({reinterpret_cast<const char*>(data), size}, random);
  const std::size_t length = std::min(text.size(), max_size);
  std::copy_n(text.begin(), length, data);
  return length;
}
