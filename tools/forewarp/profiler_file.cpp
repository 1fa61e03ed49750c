// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "profiler_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::tool {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{1} << 28;
constexpr std::size_t max_names = 10;

/// "saxpy" of "void saxpy<float>(int, float*)", as profilers write names.
std::string_view bare_name(std::string_view name) {
  name = name.substr(0, name.find_first_of("<("));
  while (name.ends_with(' ')) name.remove_suffix(1);
  const std::size_t before = name.find_last_of(" :*&");
  return before == std::string_view::npos ? name : name.substr(before + 1);
}

/// The first kernels of the file, each once, in its order.
std::string some_names(const table::Table::Texts& kernels) {
  std::vector<std::string_view> names;
  bool more = false;
  for (const std::string& kernel : kernels) {
    if (std::ranges::find(names, kernel) != names.end()) continue;
    more = names.size() == max_names;
    if (more) break;
    names.push_back(kernel);
  }
  return fmt::format("{}{}", fmt::join(names, ", "), more ? ", ..." : "");
}

}  // namespace

counters::Imported read_profiler_file(const std::string& file) {
  return counters::import_counters(file.ends_with(".gz") ? table::read_gzip(file) : read_file(file, max_file_bytes),
                                   file);
}

std::set<std::string> kernels_called(const std::string& name, const table::Table::Texts& kernels,
                                     const std::string& file) {
  if (name.empty()) return {kernels.begin(), kernels.end()};
  if (std::ranges::find(kernels, name) != kernels.end()) return {name};
  std::set<std::string> all;
  for (const std::string& kernel : kernels)
    if (bare_name(kernel) == name) all.insert(kernel);
  if (all.empty())
    throw InputError(fmt::format("{}: no kernel '{}' was profiled; there are: {}", file, name, some_names(kernels)));
  return all;
}

void refuse_beside_counters(const Command& command, std::initializer_list<std::string_view> allowed) {
  for (const std::string& name : command.given()) {
    if (name == "kernel-path") throw InputError("give a kernel or --counters FILE, not both");
    if (name != "--counters" && std::ranges::find(allowed, name) == allowed.end())
      throw InputError(name + " does not go with --counters: the launch has been");
  }
}

}  // namespace forewarp::tool
