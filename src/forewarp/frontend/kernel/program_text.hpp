// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A kernel's source as text, for what PTX does not say: what its parameters are called, how its program launches it.
#include <optional>
#include <string>
#include <vector>

#include "forewarp/frontend/ptx/module.hpp"
#include "forewarp/frontend/source/compiler.hpp"

namespace forewarp::kernel {

class ProgramText {
 public:
  /// Of PTX without a source there is no text.
  ProgramText() = default;
  ProgramText(source::CompileOptions options, source::Compiler& compiler)
      : options_(std::move(options)), compiler_(&compiler) {}

  [[nodiscard]] bool is_source() const { return compiler_ != nullptr; }
  /// The file itself; empty without a source. Throws InputError where it cannot be read.
  [[nodiscard]] const std::string& file_text();
  /// It and the headers it includes, macros expanded; the compiler is asked once. Empty where there is none to ask: the
  /// code may have shipped as PTX.
  [[nodiscard]] const std::vector<source::SourceText>& expanded();
  [[nodiscard]] const source::CompileOptions& options() const { return options_; }

 private:
  source::CompileOptions options_;
  source::Compiler* compiler_ = nullptr;
  std::optional<std::string> file_text_;
  std::optional<std::vector<source::SourceText>> expanded_;
};

/// What the entry's parameters are called: in the source where it shows them (in the file, or in a header), else in the
/// PTX, param_2 for nvcc's _Z1fPfi_param_2.
[[nodiscard]] std::vector<std::string> names_of_parameters(ProgramText& program, const ptx::Function& entry);
/// nvcc calls the third parameter of kernel K K_param_2: param_2 says as much.
[[nodiscard]] std::string short_name(std::string_view name, const ptx::Function& entry);

}  // namespace forewarp::kernel
