// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/detail/variant.hpp"
#include "forewarp/frontend/source/detail/run_job.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "forewarp/frontend/source/instance.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::source {
namespace fs = std::filesystem;
namespace {

// What both NVRTC and our preprocessor run define, __CUDA_ARCH__ aside.
constexpr std::array<std::string_view, 3> same_macros = {"__CUDACC__", "__CUDACC_RTC__", "__NVCC__"};

std::vector<std::string> include_options(const Job& job) {
  std::vector<std::string> options;
  for (const fs::path& dir : job.options.include_dirs) options.push_back("-I" + fs::absolute(dir).string());
  options.push_back("-I" + fs::absolute(job.options.path).parent_path().string());
  std::error_code ec;
  const fs::path toolkit = fs::canonical(job.toolchain.executable, ec).parent_path().parent_path();
  if (fs::path headers = toolkit / "include"; !ec && fs::is_directory(headers, ec))
    options.push_back("-I" + headers.string());
  return options;
}

std::optional<fs::path> host_compiler() {
  for (const char* name : {"g++", "clang++-19", "clang++"})
    if (auto found = find_program(name)) return found;
  return std::nullopt;
}

bool is_reserved(std::string_view name) { return name.starts_with('_') || name.starts_with("CUDA"); }

}  // namespace

/// Only with flags that NVRTC has too and that do not change what the preprocessor sees.
bool may_use_nvrtc(const Job& job) {
  constexpr std::array<std::string_view, 6> shared_flags = {
      "use_fast_math", "fmad=", "ftz=", "prec-div=", "prec-sqrt=", "std="};
  const auto known = [&](std::string flag) {
    flag.erase(0, flag.find_first_not_of('-'));
    return std::ranges::any_of(shared_flags, [&](std::string_view f) { return flag.starts_with(f); });
  };
  return job.options.many_variants && job.language == Language::cuda && job.toolchain.kind == CompilerKind::nvcc &&
         std::ranges::all_of(job.options.extra_flags, known);
}

/// Removes the #define and #undef lines that -dU prints for macros that the text uses or tests; true if one of them is
/// reserved and unknown here, since NVRTC may define it differently.
bool take_out_directives(std::string& text, const std::vector<std::string>& known) {
  std::string kept;
  bool unknown = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    at = end + 1;
    if (line.starts_with("#undef ")) {
      const std::string name(line.substr(7, line.find_first_of(" \t", 7) - 7));
      unknown = unknown || (is_reserved(name) && std::ranges::find(known, name) == known.end());
    } else if (!line.starts_with("#define ")) {
      kept.append(line).append("\n");
    }
  }
  text = std::move(kept);
  return unknown;
}

/// The preprocessed text without definitions: variants that differ only in unused macros share one key. Where the text
/// depends on macros that cannot be known here, the definitions join the key, which is safe.
std::optional<Preprocessed> preprocess_for_nvrtc(const Job& job, const Nvrtc& nvrtc) {
  const auto host = host_compiler();
  if (!host) return std::nullopt;
  const TemporaryFolder folder;
  const fs::path output = folder.path() / "out.i";
  std::vector<std::string> command = {host->string(), "-E", "-undef", "-nostdinc", "-dU", "-x", "c++", "-std=c++17"};
  for (const std::string_view macro : same_macros) command.push_back(fmt::format("-D{}=1", macro));
  command.push_back(fmt::format("-D__CUDA_ARCH__={}0", job.arch.arch.number));
  for (const std::string& option : include_options(job)) command.push_back(option);
  std::vector<std::string> user_names;
  for (const std::string& d : job.options.defines) {
    command.push_back("-D" + d);
    user_names.push_back(d.substr(0, d.find('=')));
  }
  for (std::string argument : {std::string("-o"), output.string(), fs::absolute(job.options.path).string()})
    command.push_back(std::move(argument));
  if (run_process(command, watched(job)).exit_status != 0) return std::nullopt;
  std::string text = read_file(output);
  const bool unknown = take_out_directives(text, user_names) || text.find("__has_") != std::string::npos;
  std::string key = fmt::format("nvrtc|{}|{}|{}|", nvrtc.identity(), job.arch.arch.str(), text);
  for (const std::string& f : job.options.extra_flags) key += fmt::format("{}:{}|", f.size(), f);
  for (const std::string& n : job.options.instantiate) key += fmt::format("{}:{}|", n.size(), n);
  if (unknown)
    for (const std::string& d : job.options.defines) key += fmt::format("{}:{}|", d.size(), d);
  return Preprocessed{digest(key), dependencies_in(text, toolkit_of(job))};
}

NvrtcOutcome compile_with_nvrtc(const Job& job, const Nvrtc& nvrtc) {
  std::vector<std::string> options = {fmt::format("-arch=compute_{}{}", job.arch.arch.number, job.arch.arch.suffix),
                                      "-lineinfo", "-std=c++17"};
  for (const std::string& option : include_options(job)) options.push_back(option);
  for (const std::string& d : job.options.defines) options.push_back("-D" + d);
  for (const std::string& f : job.options.extra_flags) options.push_back(f);
  std::string text = read_file(job.options.path);
  if (probes_instances(job.options)) text += "\n" + probe_lines(job.options.instantiate);
  return nvrtc.compile(text, fs::absolute(job.options.path).string(), options, job.options.instantiate);
}

}  // namespace forewarp::source
