// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/nvrtc/options.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::nvrtc {
namespace {

using namespace std::literals;

constexpr int default_arch = 52;

/// What a word means; the names are without dashes.
enum class Meaning {
  arch,
  standard,
  define,
  undefine,
  include_path,
  include_file,
  fast_math,
  floats,  ///< nvcc has the same
  debug,
  rdc,
  device_functions,
  no_warnings,
  without_value,
  with_value,
  no
};

struct Option {
  std::string_view name;
  Meaning meaning;
};
constexpr std::array options = {
    Option{"gpu-architecture", Meaning::arch},
    Option{"arch", Meaning::arch},
    Option{"std", Meaning::standard},
    Option{"define-macro", Meaning::define},
    Option{"D", Meaning::define},
    Option{"undefine-macro", Meaning::undefine},
    Option{"U", Meaning::undefine},
    Option{"include-path", Meaning::include_path},
    Option{"I", Meaning::include_path},
    Option{"pre-include", Meaning::include_file},
    Option{"include", Meaning::include_file},
    Option{"use_fast_math", Meaning::fast_math},
    Option{"fmad", Meaning::floats},
    Option{"ftz", Meaning::floats},
    Option{"relocatable-device-code", Meaning::rdc},
    Option{"rdc", Meaning::rdc},
    Option{"device-as-default-execution-space", Meaning::device_functions},
    Option{"default-device", Meaning::device_functions},
    Option{"disable-warnings", Meaning::no_warnings},
    Option{"w", Meaning::no_warnings},
    Option{"device-c", Meaning::without_value},
    Option{"dc", Meaning::without_value},
    Option{"device-w", Meaning::without_value},
    Option{"dw", Meaning::without_value},
    Option{"device-debug", Meaning::without_value},
    Option{"G", Meaning::without_value},
    Option{"generate-line-info", Meaning::without_value},
    Option{"lineinfo", Meaning::without_value},
    Option{"extra-device-vectorization", Meaning::without_value},
    Option{"extensible-whole-program", Meaning::without_value},
    Option{"ewp", Meaning::without_value},
    Option{"restrict", Meaning::without_value},
    Option{"device-int128", Meaning::without_value},
    Option{"no-source-include", Meaning::without_value},
    Option{"display-error-number", Meaning::without_value},
    Option{"no-display-error-number", Meaning::without_value},
    Option{"no-cache", Meaning::without_value},
    Option{"maxrregcount", Meaning::with_value},
    Option{"prec-div", Meaning::floats},
    Option{"prec-sqrt", Meaning::floats},
    Option{"dopt", Meaning::with_value},
    Option{"Ofast-compile", Meaning::with_value},
    Option{"ptxas-options", Meaning::with_value},
    Option{"Xptxas", Meaning::with_value},
    Option{"builtin-move-forward", Meaning::with_value},
    Option{"builtin-initializer-list", Meaning::with_value},
    Option{"diag-suppress", Meaning::with_value},
    Option{"diag-error", Meaning::with_value},
    Option{"diag-warn", Meaning::with_value},
    Option{"split-compile", Meaning::with_value},
    Option{"brief-diagnostics", Meaning::with_value},
};

struct Word {
  Meaning meaning = Meaning::no;
  std::string_view name;
  std::optional<std::string> value;
};

/// "--name=value", "-name=value", "-name", and -Dname.
Word read(std::string_view text) {
  std::string_view name = text;
  if (!name.starts_with('-')) return {};
  name.remove_prefix(name.starts_with("--") ? 2 : 1);
  const std::size_t equals = name.find('=');
  const std::string_view whole = name.substr(0, equals);
  for (const Option& o : options)
    if (o.name == whole)
      return {o.meaning, o.name,
              equals == std::string_view::npos ? std::nullopt : std::optional(std::string(name.substr(equals + 1)))};
  for (const Option& o : options)
    if (o.name.size() == 1 && o.name != "w" && o.name != "G" && name.starts_with(o.name))
      return {o.meaning, o.name, std::string(name.substr(1))};
  return {};
}

bool has_value(Meaning meaning) {
  switch (meaning) {
    case Meaning::arch:
    case Meaning::standard:
    case Meaning::define:
    case Meaning::undefine:
    case Meaning::include_path:
    case Meaning::include_file:
    case Meaning::floats:
    case Meaning::rdc:
    case Meaning::with_value:
      return true;
    case Meaning::fast_math:
    case Meaning::debug:
    case Meaning::device_functions:
    case Meaning::no_warnings:
    case Meaning::without_value:
    case Meaning::no:
      return false;
  }
  return false;
}

void set_arch(Options& out, const std::string& value) {
  out.machine_code = value.starts_with("sm_");
  if (!value.starts_with("compute_") && !out.machine_code)
    throw InputError(fmt::format("nvrtc: error: invalid value for --gpu-architecture (-arch): {}", value));
  out.compile.device_arch = source::parse_arch(value);
}

bool is_true(const std::string& value) { return value == "true" || value == "1"; }

void apply(Options& out, const Word& word) {
  const std::string value = word.value.value_or("");
  std::vector<std::string>& flags = out.compile.extra_flags;
  switch (word.meaning) {
    case Meaning::arch:
      return set_arch(out, value);
    case Meaning::standard:
      flags.push_back("-std=" + value);
      return;
    case Meaning::define:
      out.compile.defines.push_back(value);
      return;
    case Meaning::undefine:
      flags.push_back("-U" + value);
      return;
    case Meaning::include_path:
      out.compile.include_dirs.emplace_back(value);
      return;
    case Meaning::include_file:
      flags.push_back("--include=" + value);
      return;
    case Meaning::fast_math:
      flags.emplace_back("-use_fast_math");
      return;
    case Meaning::floats:
      flags.push_back(fmt::format("-{}={}", word.name, value));
      return;
    case Meaning::rdc:
      if (is_true(value)) flags.emplace_back("-rdc=true");
      return;
    case Meaning::device_functions:
      out.functions_of_device = true;
      return;
    case Meaning::no_warnings:
      flags.emplace_back("-w");
      return;
    case Meaning::debug:
    case Meaning::without_value:
    case Meaning::with_value:
    case Meaning::no:
      return;
  }
}

}  // namespace

Options options_of(std::span<const char* const> words) {
  Options out;
  out.compile.language = source::Language::cuda;
  out.compile.compiler = source::CompilerChoice::clang;
  out.compile.device_arch = source::Arch{default_arch, ""};
  out.compile.defines.emplace_back("__CUDACC_RTC__=1");
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view text = words[i] ? words[i] : "";
    Word word = read(text);
    if (word.meaning == Meaning::no) throw InputError(fmt::format("nvrtc: error: unrecognized option {} found", text));
    if (has_value(word.meaning) && (!word.value || word.value->empty())) {
      if (i + 1 == words.size() || !words[i + 1])
        throw InputError(fmt::format("nvrtc: error: option {} has no value", text));
      word.value = words[++i];
    }
    apply(out, word);
  }
  return out;
}

}  // namespace forewarp::nvrtc
