// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/nvcc_command.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "forewarp/frontend/source/nvcc_options.hpp"
#include "forewarp/runtime/build.hpp"
#include "forewarp/support/append.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::runtime {
namespace {

using source::NvccMeaning;
using Option = source::NvccOption;
using enum NvccMeaning;

constexpr std::array<std::string_view, 3> runtime_libraries = {"cudart", "cudart_static", "cudadevrt"};

Option option_at(const std::vector<std::string>& words, std::size_t i) {
  if (auto option = source::nvcc_option_or_joined_at(words, i)) return *std::move(option);
  throw InputError(fmt::format("forewarp nvcc does not know the option {}", words[i]));
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

/// What an option adds to the commands of clang.
struct Flags {
  std::vector<std::string> both, host, link;  ///< of host and device code, of host code, of the linker
};

Flags flags_of_host(const Option& o) {
  if (o.name == "-debug") return {.both = {}, .host = {"-g"}, .link = {}};
  if (o.name == "-pg" || o.name == "-profile") return {.both = {}, .host = {"-pg"}, .link = {"-pg"}};
  return {.both = {}, .host = {o.name}, .link = {}};
}

/// -Xcompiler: what the host's compiler gets; of it, what brings a library, the linker too.
Flags flags_for_host(const std::string& value) {
  Flags flags{.both = {}, .host = parts(value), .link = {}};
  for (const std::string& flag : flags.host)
    if (flag == "-fopenmp" || flag == "-pthread") flags.link.push_back(flag);
  return flags;
}

Flags flags_for_linker(const std::string& value) {
  Flags flags;
  for (const std::string& flag : parts(value)) flags.link.insert(flags.link.end(), {"-Xlinker", flag});
  return flags;
}

bool is_runtime_library(const Option& o) {
  return o.meaning == library && std::ranges::find(runtime_libraries, o.value) != runtime_libraries.end();
}

/// What forewarp decides itself: nvcc gets its own words in place of it.
bool is_replaced(const Option& o) {
  return o.meaning == device_debug || o.meaning == arch || o.meaning == runtime || is_runtime_library(o);
}

/// Neither a step, nor an output, nor for the linker alone.
bool is_for_compiler(const Option& o) {
  constexpr std::array others = {object, relocatable, device_link, other_step, shared,
                                 output, library,     library_dir, to_linker};
  return std::ranges::find(others, o.meaning) == others.end();
}

Flags flags_of(const Option& o) {
  const auto both = [](std::vector<std::string> words) { return Flags{std::move(words), {}, {}}; };
  switch (o.meaning) {
    case shared:
      return {.both = {}, .host = {"-fPIC"}, .link = {"-shared"}};
    case fast_math:
      return both({o.name});  // flags_for makes it clang's
    case floats:
    case streams:
      return both({o.name + "=" + o.value});
    case both_codes:
      return both({o.name == "-O" ? "-O1" : "-w"});
    case host:
      return flags_of_host(o);
    case system_include:
      return both({"-isystem", o.value});
    case undefine:
      return both({"-U" + o.value});
    case pre_include:
      return both({"-include", o.value});
    case library:
      return is_runtime_library(o) ? Flags{} : Flags{{}, {}, {"-l" + o.value}};
    case library_dir:
      return {.both = {}, .host = {}, .link = {"-L" + o.value}};
    case to_host:
      return flags_for_host(o.value);
    case to_linker:
      return flags_for_linker(o.value);
    case standard:
      return both({"-std=" + o.value});
    case optimise:
      return both({"-O" + o.value});
    case dependencies_in:
      return {.both = {}, .host = {o.name, o.value}, .link = {}};
    case object:
    case relocatable:
    case device_link:
    case other_step:
    case device_debug:
    case ignored:
    case output:
    case include:
    case define:
    case arch:
    case language:
    case runtime:
    case linking:
    case ignored_value:
      return {};
  }
  return {};
}

class Reader {
 public:
  NvccCommand read(const std::vector<std::string>& words) {
    for (std::size_t i = 0; i < words.size();) {
      if (words[i].size() < 2 || words[i][0] != '-') {
        add_input(words[i]);
        pass(words, i, 1, command_.passed);
        if (!command_.inputs.back().source) pass(words, i, 1, command_.without_sources);
        ++i;
        continue;
      }
      const Option option = option_at(words, i);
      if (add(option)) {
        pass(words, i, option.words, command_.passed);
        if (is_for_compiler(option)) pass(words, i, option.words, command_.compile_words);
        if (option.meaning != language) pass(words, i, option.words, command_.without_sources);
      }
      i += option.words;
    }
    command_.capabilities.assign(capabilities_.begin(), capabilities_.end());
    return std::move(command_);
  }

 private:
  static void pass(const std::vector<std::string>& words, std::size_t i, std::size_t count,
                   std::vector<std::string>& to) {
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(i);
    to.insert(to.end(), first, first + static_cast<std::ptrdiff_t>(count));
  }

  void add_input(const std::string& path) {
    const bool source = language_ != "" || is_source(path);
    const bool cuda = language_ == "cu" || (language_.empty() && std::filesystem::path(path).extension() == ".cu");
    command_.inputs.push_back({path, cuda, source});
    if (!source) command_.link_words.push_back(path);
  }

  void take_step(const Option& o) {
    command_.relocatable = command_.relocatable || o.meaning == relocatable;
    command_.step = o.meaning == other_step    ? NvccCommand::Step::other
                    : o.meaning == device_link ? NvccCommand::Step::device_link
                                               : NvccCommand::Step::object;
    if (o.meaning == other_step) command_.other = o.name;
  }

  /// False for what nvcc does not get.
  bool add(const Option& o) {
    const Flags flags = flags_of(o);
    append(command_.flags, flags.both);
    append(command_.host_flags, flags.host);
    append(command_.link_words, flags.link);
    if (o.meaning == object || o.meaning == relocatable || o.meaning == device_link || o.meaning == other_step)
      take_step(o);
    if (o.meaning == output) command_.output = o.value;
    if (o.meaning == include) append(command_.include_dirs, parts(o.value));
    if (o.meaning == define) command_.defines.push_back(o.value);
    if (o.meaning == arch) add_capabilities(o.value, capabilities_);
    if (o.meaning == language) language_ = o.value;
    if (o.meaning == linking) command_.relocatable = command_.relocatable || o.value == "true";
    return !is_replaced(o);
  }

  NvccCommand command_;
  std::set<int> capabilities_;
  std::string language_;
};

}  // namespace

NvccCommand nvcc_command(const std::vector<std::string>& words) { return Reader().read(words); }

}  // namespace forewarp::runtime
