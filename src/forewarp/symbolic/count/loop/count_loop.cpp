// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The statistics of stevens2020, section 5, of a loop program whose reductions are realized and whose types are
// inferred: Algorithm 1 for operations, accesses.cpp for memory.
#include "forewarp/symbolic/count/loop/count_loop.hpp"

#include <fmt/format.h>
#include <isl/set.h>

#include <algorithm>
#include <functional>
#include <mutex>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/count/loop/detail/accesses.hpp"
#include "forewarp/symbolic/count/loop/detail/barriers.hpp"
#include "forewarp/symbolic/count/loop/detail/expected_trips.hpp"
#include "forewarp/symbolic/count/loop/detail/operations.hpp"
#include "forewarp/symbolic/loop/transform/realize.hpp"
#include "forewarp/symbolic/loop/types.hpp"

namespace forewarp::count {

namespace {

using FindOperations = std::function<std::vector<detail::Found>(const loop::Statement&)>;

/// Sums by kind and type (Algorithm 1), in the order of the names. For each statement the
/// operations in its text are found once, and each is executed as often as its loops have points.
/// Example: c[i,j] = sum(k, a[i,k]*b[k,j]) has one madd, in the statement that updates the sum,
/// whose loops have n^3 points.
std::vector<Operation> summed_operations(const loop::Program& program, detail::Points& points,
                                         const FindOperations& find) {
  std::map<std::pair<std::string, std::string>, Operation> rows;
  for (const loop::Statement& s : program.statements)
    for (const detail::Found& found : find(s)) {
      const std::string type(loop::feature_name_of(found.type));
      Operation& row = rows[{type, found.kind}];
      row.kind = found.kind;
      row.data_type = type;
      const detail::Runs runs = points.runs(s.loops, found.guards);
      row.executions = (row.executions + runs.executions).merged();
      row.guarded = (row.guarded + runs.guarded).merged();
      row.count = (row.count + runs.sub_groups).merged();
    }
  std::vector<Operation> operations;
  for (auto& [key, row] : rows) operations.push_back(std::move(row));
  return operations;
}

/// The condition between ":" and "}" of isl's text, for messages.
std::string text_of(const symbolic::Set& assumptions) {
  const std::string text = assumptions.str();
  const auto colon = text.find(':');
  const auto end = text.rfind('}');
  return colon == std::string::npos ? text : text.substr(colon + 2, end - colon - 3);
}

/// Whether the assumptions hold at these sizes: fixes the parameters and tests for emptiness.
bool holds(const symbolic::Set& assumptions, const std::map<std::string, std::int64_t>& sizes) {
  isl_set* at = isl_set_copy(assumptions.get());
  for (const auto& [name, value] : sizes) {
    const int place = isl_set_find_dim_by_name(at, isl_dim_param, name.c_str());
    if (place < 0) continue;
    isl_val* exact = isl_val_int_from_si(isl_set_get_ctx(at), value);
    at = isl_set_fix_val(at, isl_dim_param, static_cast<unsigned>(place), exact);
  }
  return !symbolic::Set::adopt(at, assumptions.context()).is_empty();
}

/// Whether the parameter is a trip count whose values are given: the formulas do not have it any more.
bool has_trips(const loop::Program& program, const std::string& name) {
  const auto found = program.trips.find(name);
  return found != program.trips.end() && !found->second.weights.empty();
}

}  // namespace

KernelCounts count_loop(const loop::Program& original, const LoopOptions& options) {
  if (options.sub_group_size < 1) throw InputError("a sub-group has at least 1 work-item");
  loop::Program program = loop::infer_types(loop::realize_reductions(original));
  std::erase_if(program.statements, [](const loop::Statement& s) { return s.never_runs; });
  const detail::Grid grid = detail::grid_of(program, options.sub_group_size);
  detail::Points points(program, grid);
  KernelCounts counts;
  counts.kernel = program.name;
  counts.parameters = program.parameters();
  counts.operations = summed_operations(program, points, [&](const loop::Statement& s) {
    return detail::operations_of(program, s, options.index_arithmetic);
  });
  counts.chains = summed_operations(program, points, [&](const loop::Statement& s) {
    const auto found = detail::chained_operation(program, s);
    return found ? std::vector{*found} : std::vector<detail::Found>{};
  });
  counts.accesses = detail::accesses_of(program, grid, points);
  counts.local_barriers = detail::barriers_of(program, points);
  counts.groups = grid.group_count;
  counts.group_size = grid.group_size;
  counts.sub_group_size = options.sub_group_size;
  detail::expect_trips(program, grid, counts);
  if (!points.exact() || !grid.exact)
    counts.notes.emplace_back("counts are upper bounds (boxes around the domain): a limit of counting was passed");
  if (!grid.whole_sub_groups)
    counts.notes.emplace_back("sub-groups are work-items / their size: how large a group is depends on the sizes");
  return counts;
}

/// The key is the source with all transformations; counting happens outside the lock, so two threads may count the same
/// program, with the same result.
std::shared_ptr<const KernelCounts> cached_counts(const loop::Program& program, const LoopOptions& options) {
  if (program.source.empty()) return std::make_shared<const KernelCounts>(count_loop(program, options));
  std::string key = fmt::format("{} {}\n{}", options.sub_group_size, options.index_arithmetic, program.source);
  for (const std::string& line : program.transformations) key += "\n---" + line;
  static std::mutex guard;
  static std::map<std::string, std::shared_ptr<const KernelCounts>> known;
  {
    const std::lock_guard lock(guard);
    if (const auto found = known.find(key); found != known.end()) return found->second;
  }
  const auto counts = std::make_shared<const KernelCounts>(count_loop(program, options));
  const std::lock_guard lock(guard);
  if (known.size() >= 1000) known.clear();  // a search over programs must not fill the memory
  return known.emplace(std::move(key), counts).first->second;
}

/// Refuses unknown and missing parameters, and sizes that the program excludes.
void check_sizes(const loop::Program& program, const std::map<std::string, std::int64_t>& sizes) {
  const auto parameters = program.parameters();
  for (const auto& [name, value] : sizes)
    if (!std::ranges::binary_search(parameters, name))
      throw InputError(fmt::format("{}: no parameter '{}'{}", program.name, name, did_you_mean(name, parameters)));
  for (const std::string& name : parameters)
    if (!sizes.contains(name) && !has_trips(program, name))
      throw InputError(fmt::format("{}: no value for '{}'", program.name, name));
  if (program.assumptions && !holds(*program.assumptions, sizes))
    throw InputError(
        fmt::format("{}: these sizes break what it assumes: {}", program.name, text_of(*program.assumptions)));
}

}  // namespace forewarp::count
