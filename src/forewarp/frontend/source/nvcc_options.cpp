// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/nvcc_options.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::source {
namespace {

struct Rule {
  std::string_view name;
  NvccMeaning meaning;
};

/// Without their dashes: nvcc takes one or two for most.
constexpr auto rules = [] {
  using enum NvccMeaning;
  return std::to_array<Rule>({
      {"c", object},
      {"compile", object},
      {"dc", relocatable},
      {"device-c", relocatable},
      {"dlink", device_link},
      {"device-link", device_link},
      {"dw", object},
      {"device-w", object},
      {"E", other_step},
      {"M", other_step},
      {"MM", other_step},
      {"ptx", other_step},
      {"cubin", other_step},
      {"fatbin", other_step},
      {"lib", other_step},
      {"run", other_step},
      {"dryrun", other_step},
      {"shared", shared},
      {"G", device_debug},
      {"device-debug", device_debug},
      {"use_fast_math", fast_math},
      {"w", both_codes},
      {"disable-warnings", both_codes},
      {"g", host},
      {"debug", host},
      {"pg", host},
      {"profile", host},
      {"MD", host},
      {"MMD", host},
      {"MP", host},
      {"v", ignored},
      {"verbose", ignored},
      {"k", ignored},
      {"keep", ignored},
      {"lineinfo", ignored},
      {"generate-line-info", ignored},
      {"extended-lambda", ignored},
      {"expt-extended-lambda", ignored},
      {"expt-relaxed-constexpr", ignored},
      {"allow-unsupported-compiler", ignored},
      {"forward-unknown-to-host-compiler", ignored},
      {"forward-unknown-opts", ignored},
      {"Wno-deprecated-gpu-targets", ignored},
      {"no-compress", ignored},
      {"restrict", ignored},
      {"m64", ignored},
      {"O", both_codes},
      {"o", output},
      {"output-file", output},
      {"I", include},
      {"include-path", include},
      {"isystem", system_include},
      {"system-include", system_include},
      {"D", define},
      {"define-macro", define},
      {"U", undefine},
      {"undefine-macro", undefine},
      {"include", pre_include},
      {"pre-include", pre_include},
      {"l", library},
      {"library", library},
      {"L", library_dir},
      {"library-path", library_dir},
      {"arch", arch},
      {"gpu-architecture", arch},
      {"code", arch},
      {"gpu-code", arch},
      {"gencode", arch},
      {"generate-code", arch},
      {"Xcompiler", to_host},
      {"compiler-options", to_host},
      {"Xlinker", to_linker},
      {"linker-options", to_linker},
      {"x", language},
      {"std", standard},
      {"optimize", optimise},
      {"cudart", runtime},
      {"rdc", linking},
      {"relocatable-device-code", linking},
      {"default-stream", streams},
      {"MF", dependencies_in},
      {"MT", dependencies_in},
      {"MQ", dependencies_in},
      {"Xptxas", ignored_value},
      {"ptxas-options", ignored_value},
      {"Xnvlink", ignored_value},
      {"Xfatbin", ignored_value},
      {"Xcudafe", ignored_value},
      {"maxrregcount", ignored_value},
      {"ccbin", ignored_value},
      {"compiler-bindir", ignored_value},
      {"m", ignored_value},
      {"machine", ignored_value},
      {"t", ignored_value},
      {"threads", ignored_value},
      {"diag-suppress", ignored_value},
      {"diag-error", ignored_value},
      {"diag-warn", ignored_value},
      {"Werror", ignored_value},
      {"ftz", floats},
      {"prec-div", floats},
      {"prec-sqrt", floats},
      {"fmad", floats},
      {"compress-mode", ignored_value},
      {"split-compile", ignored_value},
      {"cudadevrt", runtime},
  });
}();

constexpr std::string_view joined = "IDULloOxmt";  ///< -Idir, -DNAME, -O3

std::optional<NvccMeaning> meaning_of(std::string_view name) {
  const auto rule = std::ranges::find(rules, name, &Rule::name);
  return rule == rules.end() ? std::nullopt : std::optional(rule->meaning);
}

std::string_view without_dashes(std::string_view word) {
  return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

}  // namespace

std::optional<NvccOption> nvcc_option_at(const std::vector<std::string>& words, std::size_t i) {
  const std::string_view word = words[i], name = without_dashes(word);
  if (const auto meaning = meaning_of(name)) {
    const std::string canonical = "-" + std::string(name);
    if (*meaning < NvccMeaning::output) return NvccOption{*meaning, canonical, "", 1};
    if (i + 1 == words.size()) throw InputError(fmt::format("nvcc {}: its value is missing", word));
    return NvccOption{*meaning, canonical, words[i + 1], 2};
  }
  const std::size_t equals = name.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const auto meaning = meaning_of(name.substr(0, equals));
  if (!meaning || *meaning < NvccMeaning::output) return std::nullopt;
  return NvccOption{*meaning, "-" + std::string(name.substr(0, equals)), std::string(name.substr(equals + 1)), 1};
}

std::optional<NvccOption> nvcc_option_or_joined_at(const std::vector<std::string>& words, std::size_t i) {
  if (auto option = nvcc_option_at(words, i)) return option;
  const std::string_view word = words[i], name = without_dashes(word);
  if (word.starts_with("--") || name.empty() || joined.find(name[0]) == std::string_view::npos) return std::nullopt;
  const std::string letter(1, name[0]);
  const NvccMeaning meaning = letter == "O" ? NvccMeaning::optimise : *meaning_of(letter);
  return NvccOption{meaning, "-" + letter, std::string(name.substr(1)), 1};
}

}  // namespace forewarp::source
