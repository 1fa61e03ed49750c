// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What kernels a source file has and how it launches them, found in its text without a compiler: the help a user gets
/// before naming a kernel, and where only a host program is at hand.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::source {

struct SourceKernel {
  std::string name;                 ///< as declared, without namespaces
  std::string template_parameters;  ///< "typename T, int BlockSize"; empty for no template
  std::string parameters;           ///< "const T* in, T* out, int n", blanks collapsed
  std::uint32_t line = 0;           ///< of the name, from 1
  [[nodiscard]] bool is_template() const { return !template_parameters.empty(); }
};

struct SourceLaunch {
  std::string kernel;         ///< "reduce<float, 256>", as written before <<<
  std::string configuration;  ///< "grid, block, 8 * sizeof(float)"
  std::string arguments;      ///< "in, out, n"
  std::uint32_t line = 0;
};

struct SourceListing {
  std::vector<SourceKernel> kernels;  ///< each name once (a declaration before its definition is the same), in order
  std::vector<SourceLaunch> launches;
};

/// Reads CUDA C++ or OpenCL C text. Never fails: what it cannot make out is not listed; macros are not expanded.
[[nodiscard]] SourceListing list_source(std::string_view text);

/// The listing for a person, one line per kernel or launch; empty when there is neither.
///
///     kernels:
///       template <typename T, int BlockSize> reduce(const T* in, T* out, int n)   line 29
///     launches:
///       reduce<float, 256><<<grid, block, 8 * sizeof(float)>>>(in, out, n)   line 61
[[nodiscard]] std::string describe(const SourceListing& listing);

}  // namespace forewarp::source
