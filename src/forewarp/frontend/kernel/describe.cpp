// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "forewarp/frontend/fatbin/device_code.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/launch/argument_text.hpp"
#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/near_file.hpp"

namespace forewarp::kernel {
namespace {
namespace fs = std::filesystem;

bool is_source_file(const fs::path& path) {
  const std::string ending = path.extension().string();
  return ending == ".ptx" || ending == ".cl" || ending.starts_with(".cu") || ending == ".cpp" || ending == ".cc" ||
         ending == ".cxx";
}

launch::Description description_of(const std::string& path) {
  const bool is_file = is_source_file(path) || fatbin::is_binary_file(path);
  if (!is_file) return launch::load_kernel(path);
  if (!fs::is_regular_file(path)) throw InputError(fmt::format("{}: no such file{}", path, did_you_mean_file(path)));
  if (auto described = launch::description_beside(path)) return *std::move(described);
  launch::Description description;
  description.source = path;
  description.open_parameters = true;
  return description;
}

/// "TILE=16" of -D: a define that the description has is set there; any other goes to the compiler, and when it is an
/// integer the launch's expressions may use it, too.
void take_define(const std::string& text, Described& described) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  if (name.empty()) throw InputError(fmt::format("-D {}: a macro's name is missing", text));
  std::int64_t value = 1;
  const char* end = text.data() + text.size();
  const bool integer = equals == std::string::npos || std::from_chars(text.data() + equals + 1, end, value).ptr == end;
  const auto& known = described.description.defines;
  const bool described_define =
      std::any_of(known.begin(), known.end(), [&](const launch::ParameterSpec& d) { return d.name == name; });
  if (described_define && !integer)
    throw InputError(fmt::format("-D {}: {} is a whole number in {}", text, name, described.description.file.string()));
  if (integer && (described_define || described.description.open_parameters)) described.overrides.set[name] = value;
  if (!described_define) described.extra_defines.push_back(text);
}

void take_constant(const std::string& text, launch::Overrides& overrides) {
  launch::ArgumentSpec constant = launch::parse_argument(text);
  const auto same = [&](const launch::ArgumentSpec& other) { return other.name == constant.name; };
  if (std::ranges::any_of(overrides.constants, same))
    throw InputError(fmt::format("--constant {}: the constant is given twice", constant.name));
  overrides.constants.push_back(std::move(constant));
}

void take_argument(const std::string& text, launch::Overrides& overrides) {
  launch::ArgumentSpec argument = launch::parse_argument(text);
  const auto same = [&](const launch::ArgumentSpec& other) { return other.name == argument.name; };
  if (std::ranges::any_of(overrides.arguments, same))
    throw InputError(fmt::format("--arg {}: the argument is given twice", argument.name));
  overrides.arguments.push_back(std::move(argument));
}

}  // namespace

Described describe(const Request& request) {
  Described described{description_of(request.path), {}, {}};
  launch::Overrides& overrides = described.overrides;
  for (const std::string& define : request.defines) take_define(define, described);
  for (const std::string& setting : request.set) launch::parse_setting(setting, overrides.set);
  if (!request.grid.empty()) overrides.grid = launch::parse_shape(request.grid, {"--grid", 0, 0});
  if (!request.block.empty()) overrides.block = launch::parse_shape(request.block, {"--block", 0, 0});
  if (!request.shared.empty())
    overrides.dynamic_shared_bytes = launch::Expression::parse(request.shared, {"--shared", 0, 0});
  for (const std::string& argument : request.arguments) take_argument(argument, overrides);
  for (const std::string& constant : request.constants) take_constant(constant, overrides);
  return described;
}

}  // namespace forewarp::kernel
