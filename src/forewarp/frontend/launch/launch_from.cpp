// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "forewarp/frontend/launch/argument_parameters.hpp"
#include "forewarp/frontend/launch/argument_value.hpp"
#include "forewarp/frontend/launch/description.hpp"
#include "forewarp/frontend/launch/guess.hpp"
#include "forewarp/frontend/launch/host_memory.hpp"
#include "forewarp/frontend/launch/launch_bounds.hpp"
#include "forewarp/frontend/launch/links.hpp"
#include "forewarp/frontend/launch/signature.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::launch {
namespace {

// What CUDA and HIP allow: a grid of 2^31-1 blocks along x (fewer along y and z) and 1024 threads per block.
constexpr std::int64_t max_grid = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t max_block_threads = 1024;
constexpr std::int64_t max_shared_bytes = std::int64_t{16} << 20;

bool knows(const Description& description, const std::string& name) {
  const auto in = [&](const std::vector<ParameterSpec>& list) {
    return std::any_of(list.begin(), list.end(), [&](const ParameterSpec& spec) { return spec.name == name; });
  };
  return description.open_parameters || in(description.parameters) || in(description.defines);
}

/// "--block 32" on block = ["BLOCK"] means BLOCK = 32, unless BLOCK was set as well.
void set_from_shape(const std::optional<ShapeSpec>& described, const std::optional<ShapeSpec>& given,
                    const Overrides& overrides, Parameters& parameters) {
  if (!described || !given) return;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string name = (*described)[axis].bare_name();
    if (!name.empty() && parameters.contains(name) && !overrides.set.contains(name))
      parameters[name] = (*given)[axis].integer(parameters);
  }
}

/// An override must agree with what the description's own expressions say, where these are tied to a compiled-in value.
void check_agreement(const Description& description, const std::optional<ShapeSpec>& given,
                     const Parameters& parameters) {
  if (!description.block || !given) return;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Expression& described = (*description.block)[axis];
    const auto names = described.names();
    const bool compiled_in = std::any_of(description.defines.begin(), description.defines.end(),
                                         [&](const ParameterSpec& spec) { return names.contains(spec.name); });
    const std::int64_t should = described.integer(parameters), is = (*given)[axis].integer(parameters);
    if (compiled_in && should != is)
      throw InputError(fmt::format("block dimension {} is {}, but the kernel is compiled for {} = {}", "xyz"[axis], is,
                                   described.text(), should));
  }
}

std::uint32_t extent(const Expression& expression, const Parameters& parameters, std::int64_t most) {
  const std::int64_t value = expression.integer(parameters);
  if (value < 1 || value > most) expression.fail(0, fmt::format("is {}, it must be 1 to {}", value, most));
  return static_cast<std::uint32_t>(value);
}

Dim3 shape(const ShapeSpec& spec, const Parameters& parameters, std::int64_t most) {
  return {extent(spec[0], parameters, most), extent(spec[1], parameters, most), extent(spec[2], parameters, most)};
}

/// The block where none is given: what the kernel requires, else 256 threads or as many as it is compiled for.
Dim3 usual_block(const ptx::Function* entry, std::vector<std::string>& notes) {
  const auto directive = [&](std::string_view name) -> std::optional<Dim3> {
    const ptx::Directive* found = entry ? entry->directive(name) : nullptr;
    if (!found || found->values.empty()) return std::nullopt;
    const auto value = [&](std::size_t i) { return i < found->values.size() ? std::max(found->values[i], 1u) : 1u; };
    return Dim3{value(0), value(1), value(2)};
  };
  if (const auto required = entry ? required_block(*entry) : std::nullopt) {
    notes.push_back(fmt::format("no block was given: {} x {} x {} threads, which the kernel requires ({})",
                                required->block.x, required->block.y, required->block.z, required->by));
    return required->block;
  }
  const auto most = directive("maxntid");
  const auto threads = static_cast<std::uint32_t>(std::min<std::uint64_t>(256, most ? most->count() : 256));
  notes.push_back(fmt::format("no block was given: {} threads{} (--block sets it)", threads,
                              threads < 256 ? ", the most that the kernel is compiled for" : ""));
  return {threads, 1, 1};
}

Dim3 block_of(const Description& description, const Overrides& overrides, const ptx::Function* entry, Launch& launch) {
  const auto& spec = overrides.block ? overrides.block : description.block;
  const Dim3 block = spec ? shape(*spec, launch.parameters, max_block_threads) : usual_block(entry, launch.notes);
  if (block.count() > static_cast<std::uint64_t>(max_block_threads))
    throw InputError(fmt::format("a block of {} x {} x {} = {} threads is too large (at most {})", block.x, block.y,
                                 block.z, block.count(), max_block_threads));
  return block;
}

Dim3 grid_of(const Description& description, const Overrides& overrides, const Parameters& parameters, Launch& launch) {
  const auto& spec = overrides.grid ? overrides.grid : description.grid;
  if (spec) return shape(*spec, parameters, max_grid);
  const auto n = parameters.find("n");
  if (n == parameters.end() || n->second < 1)
    throw InputError("no grid was given: use --grid, or --set n=SIZE for one thread per element");
  const Expression blocks = Expression::parse(fmt::format("ceil_div(n, {})", launch.block.count()));
  launch.notes.push_back(fmt::format("no grid was given: one thread for each of n = {} elements", n->second));
  return shape({blocks, 1, 1}, parameters, max_grid);
}

/// block_x, block_y, block_z (grid_x, ...) unless parameters of these names are there.
void add_extents(const std::string& name, const Dim3& extents, Parameters& names) {
  names.emplace(name + "_x", extents.x);
  names.emplace(name + "_y", extents.y);
  names.emplace(name + "_z", extents.z);
}

/// Says of a constraint that does not hold what its parameters are.
void check_constraints(const Description& description, const Parameters& parameters) {
  for (const Expression& constraint : description.constraints) {
    if (constraint.real(parameters) != 0) continue;
    std::string values;
    for (const std::string& name : constraint.names())
      if (const auto found = parameters.find(name); found != parameters.end())  // && may stop before an unknown one
        values += fmt::format("{}{} = {}", values.empty() ? " for " : ", ", name, found->second);
    constraint.fail(0, "this constraint of the kernel does not hold" + values);
  }
}

std::vector<ArgumentSpec> arguments_of(const Description& description, const Overrides& overrides) {
  std::vector<ArgumentSpec> all = description.arguments;
  for (const ArgumentSpec& given : overrides.arguments) {
    const auto same = std::find_if(all.begin(), all.end(), [&](const auto& a) { return a.name == given.name; });
    if (same != all.end())
      *same = given;
    else
      all.push_back(given);
  }
  return all;
}

}  // namespace

Parameters expression_names(const Launch& launch) {
  Parameters names = launch.parameters;
  add_extents("block", launch.block, names);
  add_extents("grid", launch.grid, names);
  return names;
}

Parameters parameters_of(const Description& description, const Overrides& overrides) {
  Parameters parameters;
  for (const auto* list : {&description.parameters, &description.defines})
    for (const ParameterSpec& spec : *list) parameters[spec.name] = spec.value;
  for (const auto& [name, value] : overrides.set) {
    if (!knows(description, name)) {
      std::string known;
      for (const auto& [parameter, unused] : parameters) known += (known.empty() ? "" : ", ") + parameter;
      throw InputError(fmt::format("there is no parameter '{}' to set (there are: {})", name, known));
    }
    parameters[name] = value;
  }
  set_from_arguments(description, overrides, {}, parameters);
  set_from_shape(description.block, overrides.block, overrides, parameters);
  return parameters;
}

std::vector<std::string> defines_of(const Description& description, const Overrides& overrides) {
  const Parameters parameters = parameters_of(description, overrides);
  std::vector<std::string> defines;
  for (const ParameterSpec& spec : description.defines)
    defines.push_back(fmt::format("{}={}", spec.name, parameters.at(spec.name)));
  return defines;
}

Launch launch_without_arguments(const Description& description, const Overrides& overrides,
                                const ptx::Function* entry) {
  Launch launch;
  launch.entry = entry ? std::string(entry->name) : overrides.entry.empty() ? description.entry : overrides.entry;
  launch.parameters = parameters_of(description, overrides);
  check_constraints(description, launch.parameters);
  check_agreement(description, overrides.block, launch.parameters);
  launch.block = block_of(description, overrides, entry, launch);
  Parameters names = launch.parameters;  // what comes after a shape may be said in terms of it
  add_extents("block", launch.block, names);
  set_from_arguments(description, overrides, names, launch.parameters);
  names.insert(launch.parameters.begin(), launch.parameters.end());
  launch.grid = grid_of(description, overrides, names, launch);
  set_from_arguments(description, overrides, expression_names(launch), launch.parameters);
  if (description.cluster)
    launch.cluster =
        shape(*description.cluster, expression_names(launch), static_cast<std::int64_t>(max_cluster_blocks));
  if (entry && !launch.cluster) launch.cluster = cluster_from_bounds(*entry);
  if (entry) (void)cluster_of(*entry, launch);  // which says what is wrong
  const Expression& shared =
      overrides.dynamic_shared_bytes ? *overrides.dynamic_shared_bytes : description.dynamic_shared_bytes;
  const std::int64_t bytes = shared.integer(expression_names(launch));
  if (bytes < 0 || bytes > max_shared_bytes)
    shared.fail(0, fmt::format("is {} bytes of shared memory, at most {} are possible", bytes, max_shared_bytes));
  launch.dynamic_shared_bytes = static_cast<std::uint64_t>(bytes);
  return launch;
}

Launch launch_from(const Description& description, const Overrides& overrides, const ptx::Function* entry) {
  Launch launch = launch_without_arguments(description, overrides, entry);
  const Parameters names = expression_names(launch);
  const std::vector<ArgumentSpec> arguments = arguments_of(description, overrides);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    launch.arguments.push_back(
        argument_value(arguments[i], names, entry && i < entry->parameters.size() ? &entry->parameters[i] : nullptr));
  if (entry && launch.arguments.empty() && !entry->parameters.empty()) guess_arguments(launch, *entry);
  if (!entry) return launch;
  check_signature(launch, *entry);
  link_arguments(launch, *entry, arguments);
  note_host_memory(launch);
  return launch;
}

}  // namespace forewarp::launch
