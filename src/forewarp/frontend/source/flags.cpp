// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/flags.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::source {

std::vector<std::string> checked_flags(const std::vector<std::string>& flags) {
  constexpr std::array<std::string_view, 18> ours{"-o",      "--output-file", "-c",    "-E",       "-S",     "-M",
                                                  "-MM",     "-MD",           "-ptx",  "--ptx",    "-cubin", "--cubin",
                                                  "-fatbin", "--fatbin",      "-link", "--dryrun", "--run",  "-run"};
  for (const std::string& flag : flags) {
    const std::string name = flag.substr(0, flag.find('='));
    if (!flag.starts_with('-') || flag.size() < 2)
      throw InputError(fmt::format("--compiler-flag {}: a flag begins with '-'", flag));
    if (std::ranges::find(ours, name) != ours.end() || name.starts_with("-o"))
      throw InputError(
          fmt::format("--compiler-flag {}: forewarp itself sets what the compiler produces, and where", flag));
  }
  return flags;
}

std::vector<std::string> flags_for(CompilerKind compiler, const std::vector<std::string>& flags) {
  if (compiler == CompilerKind::nvcc) return flags;
  constexpr std::array<std::string_view, 6> needless{
      "expt-relaxed-constexpr", "expt-extended-lambda", "extended-lambda", "lineinfo", "generate-line-info", "x=cu"};
  constexpr std::string_view for_host = "-Xcompiler=";
  std::vector<std::string> out;
  for (const std::string& flag : flags) {
    if (flag.starts_with(for_host)) {
      for (const std::string_view part : split_at(std::string_view(flag).substr(for_host.size()), ','))
        out.emplace_back(part);
      continue;
    }
    const std::string_view name = std::string_view(flag).substr(flag.find_first_not_of('-'));
    if (flag == "-rdc=true")
      out.emplace_back("-fgpu-rdc");
    else if (std::ranges::find(needless, name) == needless.end())
      out.push_back(flag);
  }
  return out;
}

}  // namespace forewarp::source
