// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/nvcc_command.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "forewarp/runtime/build.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::runtime {
namespace {

/// What an option means. Those from `output` on take a value.
enum class Meaning {
  object,           // -c
  relocatable,      // -dc
  other_step,       // -ptx
  shared,           // -shared
  device_debug,     // -G
  fast_math,        // -use_fast_math
  both,             // -w: for host and device code
  host,             // -pg: for host code and the linker
  ignored,          // -lineinfo
  output,           // -o
  include,          // -I
  system_include,   // -isystem
  define,           // -D
  undefine,         // -U
  pre_include,      // -include
  library,          // -l
  library_dir,      // -L
  arch,             // -arch, -code, -gencode
  to_host,          // -Xcompiler
  to_linker,        // -Xlinker
  language,         // -x
  standard,         // -std
  optimise,         // -O
  runtime,          // -cudart
  linking,          // -rdc
  streams,          // -default-stream
  dependencies_in,  // -MF, -MT
  ignored_value,    // -Xptxas
};

struct Rule {
  std::string_view name;
  Meaning meaning;
};

using enum Meaning;

/// Without their dashes: nvcc takes one or two for most.
constexpr auto rules = std::to_array<Rule>({
    {"c", object},
    {"compile", object},
    {"dc", relocatable},
    {"device-c", relocatable},
    {"dlink", relocatable},
    {"device-link", relocatable},
    {"dw", relocatable},
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
    {"w", both},
    {"disable-warnings", both},
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
    {"O", both},
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
    {"ftz", ignored_value},
    {"prec-div", ignored_value},
    {"prec-sqrt", ignored_value},
    {"fmad", ignored_value},
    {"compress-mode", ignored_value},
    {"cudadevrt", ignored_value},
});

constexpr std::string_view joined = "IDULloOxmt";  ///< -Idir, -DNAME, -O3
constexpr std::array<std::string_view, 3> runtime_libraries = {"cudart", "cudart_static", "cudadevrt"};

struct Option {
  Meaning meaning;
  std::string name;  ///< with one dash
  std::string value;
  std::size_t words = 1;
};

std::optional<Meaning> meaning_of(std::string_view name) {
  const auto rule = std::ranges::find(rules, name, &Rule::name);
  return rule == rules.end() ? std::nullopt : std::optional(rule->meaning);
}

/// -name, -name=value, -name value, -nvalue; the longest reading is tried first, so that -lineinfo is no library.
Option option_at(const std::vector<std::string>& words, std::size_t i) {
  const std::string_view word = words[i];
  const std::string_view name = word.substr(word.find_first_not_of('-'));
  if (const auto meaning = meaning_of(name)) {
    const std::string canonical = "-" + std::string(name);
    if (*meaning < output) return {*meaning, canonical, "", 1};
    if (i + 1 == words.size()) throw InputError(fmt::format("nvcc {}: its value is missing", word));
    return {*meaning, canonical, words[i + 1], 2};
  }
  if (const std::size_t equals = name.find('='); equals != std::string_view::npos)
    if (const auto meaning = meaning_of(name.substr(0, equals)); meaning && *meaning >= output)
      return {*meaning, "-" + std::string(name.substr(0, equals)), std::string(name.substr(equals + 1)), 1};
  if (!word.starts_with("--") && joined.find(name[0]) != std::string_view::npos) {
    const std::string letter(1, name[0]);
    const Meaning meaning = letter == "O" ? optimise : *meaning_of(letter);
    return {meaning, "-" + letter, std::string(name.substr(1)), 1};
  }
  throw InputError(fmt::format("forewarp nvcc does not know the option {}", word));
}

/// Every number behind compute_ or sm_ in "arch=compute_70,code=[sm_70,compute_70]"; none for "native" and "all".
void add_capabilities(std::string_view text, std::set<int>& to) {
  for (const std::string_view prefix : {"compute_", "sm_", "lto_"})
    for (std::size_t at = 0; (at = text.find(prefix, at)) != std::string_view::npos;) {
      at += prefix.size();
      to.insert(std::atoi(std::string(text.substr(at)).c_str()));
    }
}

std::vector<std::string> parts(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    if (end > 0) out.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

class Reader {
 public:
  NvccCommand read(const std::vector<std::string>& words) {
    for (std::size_t i = 0; i < words.size();) {
      if (words[i].size() < 2 || words[i][0] != '-') {
        add_input(words[i]);
        pass(words, i, 1);
        ++i;
        continue;
      }
      const Option option = option_at(words, i);
      if (add(option)) pass(words, i, option.words);
      i += option.words;
    }
    command_.capabilities.assign(capabilities_.begin(), capabilities_.end());
    return std::move(command_);
  }

 private:
  void pass(const std::vector<std::string>& words, std::size_t i, std::size_t count) {
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(i);
    command_.passed.insert(command_.passed.end(), first, first + static_cast<std::ptrdiff_t>(count));
  }

  void add_input(const std::string& path) {
    const bool source = language_ != "" || is_source(path);
    const bool cuda = language_ == "cu" || (language_.empty() && std::filesystem::path(path).extension() == ".cu");
    command_.inputs.push_back({path, cuda, source});
    if (!source) command_.link_words.push_back(path);
  }

  void add_both(const std::string& flag) { command_.flags.push_back(flag); }
  void add_host(const std::string& flag) { command_.host_flags.push_back(flag); }
  void add_link(const std::string& flag) { command_.link_words.push_back(flag); }

  /// False for what nvcc does not get.
  // NOLINTNEXTLINE(readability-function-size): a case for each meaning
  bool add(const Option& o) {
    switch (o.meaning) {
      case object:
        command_.step = NvccCommand::Step::object;
        return true;
      case relocatable:
        command_.relocatable = true;
        command_.step = NvccCommand::Step::object;
        return true;
      case other_step:
        command_.step = NvccCommand::Step::other;
        command_.other = o.name;
        return true;
      case shared:
        add_link("-shared");
        add_host("-fPIC");
        return true;
      case device_debug:
        return false;
      case fast_math:
        add_both("-fgpu-flush-denormals-to-zero");
        add_both("-fgpu-approx-transcendentals");
        return true;
      case both:
        add_both(o.name == "-O" ? "-O1" : "-w");
        return true;
      case host:
        add_host(o.name == "-debug" ? "-g" : o.name == "-profile" ? "-pg" : o.name);
        if (o.name == "-pg" || o.name == "-profile") add_link("-pg");
        return true;
      case ignored:
      case ignored_value:
        return true;
      case output:
        command_.output = o.value;
        return true;
      case include:
        for (const std::string& dir : parts(o.value)) command_.include_dirs.push_back(dir);
        return true;
      case system_include:
        add_both("-isystem");
        add_both(o.value);
        return true;
      case define:
        command_.defines.push_back(o.value);
        return true;
      case undefine:
        add_both("-U" + o.value);
        return true;
      case pre_include:
        add_both("-include");
        add_both(o.value);
        return true;
      case library:
        if (std::ranges::find(runtime_libraries, o.value) != runtime_libraries.end()) return false;
        add_link("-l" + o.value);
        return true;
      case library_dir:
        add_link("-L" + o.value);
        return true;
      case arch:
        add_capabilities(o.value, capabilities_);
        return false;
      case to_host:
        for (const std::string& flag : parts(o.value)) {
          add_host(flag);
          if (flag == "-fopenmp" || flag == "-pthread") add_link(flag);
        }
        return true;
      case to_linker:
        for (const std::string& flag : parts(o.value)) {
          add_link("-Xlinker");
          add_link(flag);
        }
        return true;
      case language:
        language_ = o.value;
        return true;
      case standard:
        add_both("-std=" + o.value);
        return true;
      case optimise:
        add_both("-O" + o.value);
        return true;
      case runtime:
        return false;
      case linking:
        command_.relocatable = command_.relocatable || o.value == "true";
        return true;
      case streams:
        if (o.value == "per-thread") add_both("-fgpu-default-stream=per-thread");
        return true;
      case dependencies_in:
        add_host(o.name);
        add_host(o.value);
        return true;
    }
    return true;
  }

  NvccCommand command_;
  std::set<int> capabilities_;
  std::string language_;
};

}  // namespace

NvccCommand nvcc_command(const std::vector<std::string>& words) { return Reader().read(words); }

}  // namespace forewarp::runtime
