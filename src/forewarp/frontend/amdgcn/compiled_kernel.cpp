// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/amdgcn/compiled_kernel.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::amdgcn {
namespace {

std::string first_line(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

/// The compiler's first error, if there is one, is worth more than our first line, which says that it failed.
std::string refusal(std::string_view text) {
  const std::size_t error = text.find(" error: ");
  return error == std::string_view::npos ? first_line(text) : first_line(text.substr(error + 1));
}

/// nvcc's flags for its own parts mean nothing to clang.
void keep_common_flags(std::vector<std::string>& flags) {
  std::erase_if(flags, [](const std::string& f) { return f.starts_with("-rdc") || f.starts_with("-gencode"); });
}

}  // namespace

CompiledKernel compiled_kernel(source::CompileOptions options, const std::string& target, std::string_view entry,
                               source::Compiler& compiler) {
  options.amd_target = target;
  options.arch.reset();
  options.device_arch.reset();
  keep_common_flags(options.extra_flags);
  std::shared_ptr<const source::Compiled> compiled;
  try {
    compiled = compiler.compile(options);
  } catch (const InputError& error) {
    return {std::nullopt, fmt::format("clang cannot compile it for {}: {}", target, refusal(error.what()))};
  } catch (const Unavailable& error) {
    return {std::nullopt, first_line(error.what())};
  }
  for (Kernel& kernel : read_assembly(compiled->ptx, fmt::format("{} for {}", options.path.string(), target)))
    if (kernel.code.name == entry) return {std::move(kernel), ""};
  return {std::nullopt, fmt::format("the code for {} has no kernel {}", target, entry)};
}

}  // namespace forewarp::amdgcn
