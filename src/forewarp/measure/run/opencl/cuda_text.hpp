// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The tokens of a CUDA program while they become OpenCL C. Each pass looks at one construct of CUDA and leaves the
/// token's text as OpenCL's; a token with an empty text is gone. Positions never change, so an index stays valid
/// through all passes, and the line of every token is known for messages.
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/measure/run/opencl/cuda_tokens.hpp"

namespace forewarp::run::opencl {

class CudaText {
 public:
  CudaText(std::vector<CudaToken> tokens, std::string_view name) : tokens_(std::move(tokens)), name_(name) {}

  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  [[nodiscard]] CudaToken& operator[](std::size_t at) { return tokens_[at]; }
  [[nodiscard]] const CudaToken& operator[](std::size_t at) const { return tokens_[at]; }
  [[nodiscard]] auto begin() { return tokens_.begin(); }
  [[nodiscard]] auto end() { return tokens_.end(); }

  /// Throws InputError: `what` cannot be expressed in OpenCL C, with the line of the token.
  [[noreturn]] void fail(std::size_t at, std::string_view what) const;
  [[nodiscard]] bool is(std::size_t at, std::string_view what) const { return at < size() && tokens_[at].text == what; }
  [[nodiscard]] bool is_word(std::size_t at) const { return at < size() && tokens_[at].kind == CudaToken::Kind::word; }
  /// The name of a basic type, or a part of one.
  [[nodiscard]] bool is_type(std::size_t at) const;
  /// The next token that is not gone.
  [[nodiscard]] std::size_t next(std::size_t at) const;
  /// One past the nearest token before this one that is neither gone nor a directive; subtract 1 for the token.
  [[nodiscard]] std::size_t previous(std::size_t at) const;
  /// The token that closes the bracket at this one.
  [[nodiscard]] std::size_t closing(std::size_t open) const;
  [[nodiscard]] std::string text(std::size_t from, std::size_t to) const;

  void erase(std::size_t from, std::size_t to);

 private:
  std::vector<CudaToken> tokens_;
  std::string name_;
};

}  // namespace forewarp::run::opencl
