// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/opencl/cuda_words.hpp"

#include <map>

#include <fmt/format.h>

namespace forewarp::run::opencl {
namespace {

/// 1'000ull: 1000ul.
void rewrite_number(std::string& text) {
  std::erase(text, '\'');
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  // In a hexadecimal number f is a digit; elsewhere it makes the number real, and real numbers
  // have no "ll".
  if (hexadecimal || text.find_first_of("fF.") == std::string::npos) {
    for (std::size_t at; (at = text.find("ll")) != std::string::npos;) text.erase(at, 1);
    for (std::size_t at; (at = text.find("LL")) != std::string::npos;) text.erase(at, 1);
  }
}

}  // namespace

void translate_words(CudaText& c, std::size_t from, std::size_t to) {
  static const std::map<std::string_view, std::string_view> names = {
      {"__shared__", "__local"}, {"__restrict__", "restrict"}, {"auto", "__auto_type"}, {"constexpr", "const"},
      {"nullptr", "0"},          {"__restrict", "restrict"}};
  static const std::map<std::string_view, std::string_view> indices = {{"threadIdx", "get_local_id"},
                                                                       {"blockIdx", "get_group_id"},
                                                                       {"blockDim", "get_local_size"},
                                                                       {"gridDim", "get_num_groups"}};
  for (std::size_t i = from; i < to; ++i) {
    CudaToken& token = c[i];
    if (token.kind == CudaToken::Kind::number) {
      rewrite_number(token.text);
    } else if (token.kind == CudaToken::Kind::word) {
      if (const auto name = names.find(token.text); name != names.end()) token.text = name->second;
      if (c.is(i, "long") && c.is(c.next(i), "long")) token.text.clear();
      if (const auto index = indices.find(token.text); index != indices.end() && c.is(i + 1, ".") && i + 2 < to) {
        token.text = fmt::format("((uint){}({}))", index->second, c[i + 2].text[0] - 'x');
        c.erase(i + 1, i + 3);
      }
    }
  }
}

}  // namespace forewarp::run::opencl
