// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/controls.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "forewarp/frontend/fatbin/kernel_table.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/frontend/source/listing.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::serve {
namespace {

/// "n" of "int n" and of "const unsigned int n"; empty where the parameter is no integer by value.
std::string integer_name(std::string_view parameter) {
  if (parameter.find_first_of("*&<[") != std::string_view::npos) return "";
  const std::size_t end = parameter.find_last_not_of(' ');
  const std::size_t before = parameter.find_last_of(' ', end);
  if (before == std::string_view::npos || end == std::string_view::npos) return "";
  std::string type(parameter.substr(0, before));
  constexpr std::array integers{"int", "unsigned", "long", "size_t", "int32_t", "uint32_t", "int64_t", "uint64_t"};
  const bool is_integer = std::ranges::any_of(integers, [&](const char* name) {
    const std::string padded = " " + type + " ";
    return padded.find(std::string(" ") + name + " ") != std::string::npos;
  });
  return is_integer ? std::string(parameter.substr(before + 1, end - before)) : "";
}

std::vector<std::string> integers_of(std::string_view source, std::string_view kernel) {
  std::vector<std::string> names;
  const source::SourceListing listing = source::list_source(source);
  for (const source::SourceKernel& one : listing.kernels) {
    if (one.name != source::bare_name(kernel) && !kernel.starts_with(one.name)) continue;
    std::string_view rest = one.parameters;
    while (!rest.empty()) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      if (std::string name = integer_name(rest.substr(0, comma)); !name.empty()) names.push_back(std::move(name));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    break;
  }
  return names;
}

/// Of each of so many sizes, so that their product is 2^20 or less.
std::int64_t size_for(std::size_t count) { return std::int64_t{1} << (20 / count); }

nlohmann::ordered_json parameter_json(const launch::Parameters& values, const launch::ParameterSpec& spec) {
  const auto at = values.find(spec.name);
  return {{"name", spec.name}, {"value", at == values.end() ? spec.value : at->second}, {"sizes", spec.sizes}};
}

}  // namespace

std::vector<std::string> kernel_names(const Question& question, const std::string& path) {
  std::vector<std::string> names;
  if (fatbin::is_binary(question.text)) {
    for (const fatbin::TableKernel& kernel :
         fatbin::kernel_table(fatbin::read_device_code(question.text, path)).kernels)
      names.push_back(kernel.name);
  } else if (question.name.ends_with(".ptx")) {
    names = source::entries_of(question.text);
  } else {
    for (const source::SourceKernel& kernel : source::list_source(question.text).kernels)
      if (!kernel.is_template()) names.push_back(kernel.name);
  }
  return names;
}

void complete(Question& question, const std::vector<std::string>& kernels) {
  if (question.kernel.empty() && kernels.size() > 1 && question.launch.empty()) question.kernel = kernels.front();
  if (!question.launch.empty() || !question.grid.empty()) return;
  const std::string& kernel = question.kernel.empty() && !kernels.empty() ? kernels.front() : question.kernel;
  const std::vector<std::string> names = integers_of(question.text, kernel);
  const bool is_new = question.set.empty();
  if (is_new)
    for (const std::string& name : names) question.set[name] = size_for(names.size());
  if (names.empty() && is_new) question.grid = "4096";  // PTX has no names: 2^20 threads in blocks of 256
  // Without a description, only n is known to be the number of elements.
  if (!names.empty() && !question.set.contains("n"))
    question.grid = fmt::format("ceil({}/block_x)", fmt::join(names, "*"));
}

void check_kind(const Question& question) {
  if (fatbin::is_binary(question.text)) return;
  constexpr std::array endings{".cu", ".cuh", ".cpp", ".cc", ".cxx", ".cl", ".ptx"};
  if (std::ranges::any_of(endings, [&](const char* ending) { return question.name.ends_with(ending); })) return;
  throw InputError(fmt::format(
      "{}: not a file that can be opened here; there are {}, programs, libraries and cubins, the CSV of a profiler and "
      "the JSON of a forewarp command",
      question.name, fmt::join(endings, ", ")));
}

nlohmann::ordered_json controls_json(const Question& question, const query::Predicted& predicted,
                                     const std::vector<std::string>& kernels) {
  const kernel::Kernel kernel = predicted.kernel();
  const launch::Launch& launch = kernel.launch;
  nlohmann::ordered_json parameters = nlohmann::ordered_json::array();
  for (const auto* list : {&kernel.description.parameters, &kernel.description.defines})
    for (const launch::ParameterSpec& spec : *list) parameters.push_back(parameter_json(launch.parameters, spec));
  for (const auto& [name, value] : question.set) {
    const bool is_there = std::ranges::any_of(parameters, [&](const auto& one) { return one.at("name") == name; });
    if (!is_there) parameters.push_back({{"name", name}, {"value", value}, {"sizes", nlohmann::json::array()}});
  }
  return {{"parameters", std::move(parameters)},
          {"block", {launch.block.x, launch.block.y, launch.block.z}},
          {"grid", {launch.grid.x, launch.grid.y, launch.grid.z}},
          {"registers", predicted.profile().registers},
          {"registers_estimated", predicted.profile().registers_estimated},
          {"kernels", kernels},
          {"kernel", question.kernel}};
}

}  // namespace forewarp::serve
