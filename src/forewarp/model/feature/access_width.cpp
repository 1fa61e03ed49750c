// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/feature/access_width.hpp"

#include "forewarp/frontend/ptx/wmma.hpp"

namespace forewarp::feature {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

double number_at(std::string_view word, std::size_t& at) {
  double value = 0;
  while (at < word.size() && at < 8 && is_digit(word[at])) value = value * 10 + (word[at++] - '0');
  return value;
}

/// Bytes of a type suffix: "f32" 4, "bf16x2" 4, "b128" 16; 0 for what is no such suffix.
double type_bytes(std::string_view word) {
  std::size_t at = word.starts_with("bf") ? 2 : 1;
  if (word.size() <= at || std::string_view("busf").find(word[0]) == std::string_view::npos) return 0;
  double bits = number_at(word, at);
  if (at < word.size() && word[at] == 'x') bits *= number_at(word, ++at);
  return at == word.size() ? bits / 8 : 0;
}

double vector_length(std::string_view word) {
  if (word.size() != 2 || word[0] != 'v') return 1;
  return word[1] == '2' || word[1] == '4' || word[1] == '8' ? word[1] - '0' : 1;
}

}  // namespace

double access_width(std::string_view mnemonic) {
  if (mnemonic.starts_with("cp.async") && mnemonic.find("bulk") == std::string_view::npos) return 16;
  if (mnemonic.starts_with("ldmatrix") || mnemonic.starts_with("stmatrix")) return 16;
  if (const auto transfer = ptx::wmma_transfer(mnemonic)) {
    constexpr double lanes = 32;
    return transfer->rows() * transfer->columns() * ptx::size_of(transfer->element) / lanes;
  }
  double vector = 1, width = 0;
  for (std::size_t at = mnemonic.find('.'); at != std::string_view::npos;) {
    const std::size_t next = mnemonic.find('.', at + 1);
    const std::string_view word = mnemonic.substr(at + 1, next == std::string_view::npos ? next : next - at - 1);
    if (const double bytes = type_bytes(word); bytes > 0) width = bytes;
    vector *= vector_length(word);
    at = next;
  }
  return width * vector;
}

}  // namespace forewarp::feature
