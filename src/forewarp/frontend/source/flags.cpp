// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/flags.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "forewarp/frontend/source/nvcc_options.hpp"
#include "forewarp/support/append.hpp"
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

namespace {

/// How nvcc is asked to compute with floats. -use_fast_math sets what no option of its own says.
struct FloatOptions {
  bool fast_math = false;
  std::optional<bool> flush, exact_division, exact_root, fuse;

  void add(const NvccOption& option) {
    const bool value = option.value == "true" || option.value == "1";
    if (option.name == "-ftz") flush = value;
    if (option.name == "-prec-div") exact_division = value;
    if (option.name == "-prec-sqrt") exact_root = value;
    if (option.name == "-fmad") fuse = value;
  }

  [[nodiscard]] std::vector<std::string> of_clang() const {
    std::vector<std::string> out;
    if (flush.value_or(fast_math)) out.emplace_back("-fgpu-flush-denormals-to-zero");
    if (fast_math) out.emplace_back("-fgpu-approx-transcendentals");
    if (!exact_division.value_or(!fast_math)) append(out, {"-mllvm", "-nvptx-prec-divf32=0"});
    if (!exact_root.value_or(!fast_math)) out.emplace_back("-D__FW_APPROX_SQRT");  // of our math.h
    if (!fuse.value_or(true)) out.emplace_back("-ffp-contract=off");
    return out;
  }
};

/// What clang gets in place of an option of nvcc; none for what it takes as it is, because it has the same.
std::optional<std::vector<std::string>> in_place_of(const NvccOption& option) {
  using enum NvccMeaning;
  using Words = std::vector<std::string>;
  switch (option.meaning) {
    case to_host: {
      Words out;
      for (const std::string_view part : split_at(option.value, ',')) out.emplace_back(part);
      return out;
    }
    case to_linker:
      return option.words == 1 ? std::optional(Words{"-Xlinker", option.value}) : std::nullopt;
    case linking:
      return option.value == "true" ? Words{"-fgpu-rdc"} : Words{};
    case streams:
      return option.value == "per-thread" ? Words{"-fgpu-default-stream=per-thread"} : Words{};
    case language:
      return option.value == "cu" ? std::optional(Words{}) : std::nullopt;
    case define:
      return Words{"-D" + option.value};
    case include:
      return Words{"-I" + option.value};
    case ignored_value:
      return option.name == "-Werror" ? std::nullopt : std::optional(Words{});
    case ignored:
    case device_debug:
    case arch:
    case runtime:
    case fast_math:
    case floats:
      return Words{};
    case object:
    case relocatable:
    case device_link:
    case other_step:
    case shared:
    case both_codes:
    case host:
    case output:
    case system_include:
    case undefine:
    case pre_include:
    case library:
    case library_dir:
    case standard:
    case optimise:
    case dependencies_in:
      return std::nullopt;
  }
  return std::nullopt;
}

/// Words that concern clang's own parts: the one behind is not nvcc's, whatever it looks like.
bool takes_the_next(const std::string& flag) { return flag == "-Xclang" || flag == "-mllvm"; }

}  // namespace

std::vector<std::string> flags_for(CompilerKind compiler, const std::vector<std::string>& flags) {
  if (compiler == CompilerKind::nvcc) return flags;
  std::vector<std::string> out;
  FloatOptions floats;
  for (std::size_t i = 0; i < flags.size();) {
    const auto option = takes_the_next(flags[i]) ? std::nullopt : nvcc_option_at(flags, i);
    const auto words = option ? in_place_of(*option) : std::nullopt;
    const std::size_t used = words ? option->words : takes_the_next(flags[i]) && i + 1 < flags.size() ? 2 : 1;
    const auto first = flags.begin() + static_cast<std::ptrdiff_t>(i);
    append(out, words ? *words : std::vector<std::string>(first, first + static_cast<std::ptrdiff_t>(used)));
    if (option && option->meaning == NvccMeaning::fast_math) floats.fast_math = true;
    if (option && option->meaning == NvccMeaning::floats) floats.add(*option);
    i += used;
  }
  append(out, floats.of_clang());
  return out;
}

}  // namespace forewarp::source
