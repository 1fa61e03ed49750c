// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/configure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/launch/argument_text.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::rank {
namespace {

bool is_parameter(const launch::Description& description, const std::string& name) {
  const auto& known = description.parameters;
  return std::any_of(known.begin(), known.end(), [&](const launch::ParameterSpec& p) { return p.name == name; });
}

/// Whether the request itself sets this name with --set, so that varying it varies that.
bool is_set(const kernel::Request& request, const std::string& name) {
  return std::any_of(request.set.begin(), request.set.end(),
                     [&](const std::string& text) { return text.starts_with(name + "="); });
}

/// Where the name stands as a word of its own among template arguments; npos where it does not. In
/// reduce<float, BLOCK, 2 * BLOCK> both uses of BLOCK are replaced, and the one in
/// reduce_BLOCK<...> is not.
std::size_t template_place(const std::string& kernel, const std::string& name, std::size_t from) {
  from = std::max(from, std::min(kernel.find('<'), kernel.size()));
  for (std::size_t at = kernel.find(name, from); at != std::string::npos; at = kernel.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_word(kernel[at - 1]);
    if (begins && (end == kernel.size() || !is_word(kernel[end]))) return at;
  }
  return std::string::npos;
}

void put_into_name(std::string& kernel, const std::string& name, const std::string& value) {
  for (std::size_t at = template_place(kernel, name, 0); at != std::string::npos;
       at = template_place(kernel, name, at + value.size()))
    kernel.replace(at, name.size(), value);
}

/// A described kernel says what can be varied; another name must at least occur in its source, or it would vary
/// nothing.
void require_known(const launch::Description& description, const kernel::Request& request, const std::string& name) {
  if (description.open_parameters) return;
  std::vector<std::string> known{"block"};
  for (const auto* list : {&description.parameters, &description.defines})
    for (const launch::ParameterSpec& spec : *list) known.push_back(spec.name);
  const bool listed = std::find(known.begin(), known.end(), name) != known.end();
  if (listed || is_set(request, name) || read_file(description.source).find(name) != std::string::npos) return;
  throw InputError(fmt::format("{}: nothing of this name can be varied{}", name, did_you_mean(name, known)));
}

void add_integers(const Configuration& configuration, launch::Parameters& names) {
  for (const auto& [name, text] : configuration) {
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    if (std::from_chars(text.data(), end, value).ptr == end) names[name] = value;
  }
}

}  // namespace

/// What a varied name is: the block, a template argument of the kernel's name, a parameter of the
/// launch, or else a macro (-D). The first that fits counts; reduce<T, BLOCK> with BLOCK varied is
/// a template argument even if a macro has the same name.
Role role_of(const kernel::Request& request, const std::string& name) {
  if (name == "block") return Role::block;
  if (template_place(request.kernel, name, 0) != std::string::npos) return Role::template_argument;
  const launch::Description description = kernel::describe(request).description;
  return is_parameter(description, name) || is_set(request, name) ? Role::parameter : Role::macro;
}

kernel::Request configured(const kernel::Request& request, const Configuration& configuration) {
  const launch::Description description = kernel::describe(request).description;
  kernel::Request result = request;
  for (const auto& [name, value] : configuration) {
    if (template_place(request.kernel, name, 0) != std::string::npos) {
      put_into_name(result.kernel, name, value);
      if (description.open_parameters) result.set.push_back(name + "=" + value);
      continue;
    }
    require_known(description, request, name);
    if (name == "block") {
      result.block = value;
      std::replace(result.block.begin(), result.block.end(), 'x', ',');
    } else if (is_parameter(description, name) || is_set(request, name)) {
      result.set.push_back(name + "=" + value);
    } else {
      result.defines.push_back(name + "=" + value);
    }
  }
  return result;
}

/// The first constraint that the configuration does not satisfy, for its message; evaluated before
/// anything is compiled. block_x, block_y and block_z are known in constraints beside the varied
/// names.
std::string broken_constraint(const Space& space, const kernel::Request& request, const Configuration& configuration) {
  if (space.constraints.empty()) return {};
  const kernel::Described described = kernel::describe(request);
  launch::Parameters names = launch::parameters_of(described.description, described.overrides);
  add_integers(configuration, names);
  const auto& block = described.overrides.block ? described.overrides.block : described.description.block;
  if (block) {
    names["block_x"] = (*block)[0].integer(names);
    names["block_y"] = (*block)[1].integer(names);
    names["block_z"] = (*block)[2].integer(names);
  }
  for (const std::string& text : space.constraints)
    if (launch::Expression::parse(text).integer(names) == 0) return text;
  return {};
}

}  // namespace forewarp::rank
