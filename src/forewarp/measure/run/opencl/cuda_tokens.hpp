// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// CUDA C++ cut into tokens, comments left out, white space kept with the token that follows it.
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::run::opencl {

struct CudaToken {
  enum class Kind { word, number, text, directive, other };
  Kind kind = Kind::other;
  std::string space, text;  ///< the white space before it; what is written for it
  std::size_t line = 1;
  [[nodiscard]] bool is(std::string_view what) const { return text == what; }
};

/// A directive is one token: a line that begins with #, with the lines that continue it.
[[nodiscard]] std::vector<CudaToken> cuda_tokens(std::string_view text);

}  // namespace forewarp::run::opencl
