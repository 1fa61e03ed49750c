// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/binary.hpp"

#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "forewarp/frontend/fatbin/find_kernel.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::kernel {
namespace {

using Version = std::pair<unsigned, unsigned>;

std::optional<Version> version_of(std::string_view text) {
  Version version;
  const char* const end = text.data() + text.size();
  const auto [dot, error] = std::from_chars(text.data(), end, version.first);
  if (error != std::errc{} || dot == end || *dot != '.') return std::nullopt;
  if (std::from_chars(dot + 1, end, version.second).ec != std::errc{}) return std::nullopt;
  return version;
}

void check_options(const Request& request, const Described& described) {
  const std::string& file = request.path;
  const auto refuse = [&](std::string_view option) {
    throw InputError(fmt::format("{}: {} is compiled already; name the source to compile it otherwise", option, file));
  };
  if (!described.extra_defines.empty()) refuse("-D " + described.extra_defines.front());
  if (!request.includes.empty()) refuse("-I");
  if (!request.compiler_flags.empty()) refuse("--compiler-flag");
  if (!request.sources.empty()) refuse("--source");
}

}  // namespace

bool is_compiled(const std::filesystem::path& path) {
  return path.extension() == ".ptx" || fatbin::is_binary_file(path);
}

Code code_of_binary(const Request& request, const Described& described) {
  check_options(request, described);
  const std::string& kernel = request.kernel.empty() ? described.description.entry : request.kernel;
  fatbin::Wanted wanted{.kernel = kernel, .arch = {}, .capability = request.device_capability};
  if (!request.arch.empty()) wanted.arch = source::parse_arch(request.arch);
  fatbin::FoundKernel found = fatbin::find_kernel(fatbin::read_device_code(described.description.source), wanted);
  Code code;
  code.ptx = std::move(found.ptx);
  code.file = found.place.file + " (PTX)";
  code.compiler = "none";
  code.arch = found.arch.str();
  code.notes = std::move(found.notes);
  code.registers = found.registers;
  code.entry = std::move(found.entry);
  return code;
}

std::optional<std::string> newer_version(std::string_view ptx) {
  constexpr std::string_view directive = ".version";
  const std::size_t at = ptx.find(directive);
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t begin = ptx.find_first_not_of(" \t", at + directive.size());
  if (begin == std::string_view::npos) return std::nullopt;
  const auto version = version_of(ptx.substr(begin));
  if (!version || *version <= *version_of(newest_ptx_text)) return std::nullopt;
  return fmt::format("{}.{}", version->first, version->second);
}

}  // namespace forewarp::kernel
