// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
//
// Bounds are solved from the most certain to the least: one unknown alone ("x < width"), then products ("i < rows *
// cols", "i / cols < rows"), of which each of k unknowns gets the k-th root of what is left of the extent, rounded to a
// divisor of it where one is near. The extent of an index is the product of the launch's dimensions that it is made of.
#include "forewarp/frontend/launch/integer_roles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "forewarp/frontend/analysis/scalar_value.hpp"
#include "forewarp/frontend/launch/element.hpp"

namespace forewarp::launch {
namespace {

using ptx::Opcode;

constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t moderate = 128;  // trip counts and inner sizes without other evidence

bool is_order(const ptx::Instruction& i) {
  static constexpr std::string_view orders[] = {"lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"};
  return std::any_of(std::begin(orders), std::end(orders), [&](std::string_view o) { return i.has(o); });
}

/// Roles from the code: an integer that bounds an index ("i < n"), divides one ("i / width"), multiplies one (a
/// stride), is added to one (an offset), is compared with a constant for equality (a flag), or ends a loop (a trip
/// count). Divisors come first, because a bound on i % width says nothing about width. O(instructions * operands).
///
/// Example: "i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) for (k = 0; k < m; ++k) s += a[i * m + k]": n bounds
/// an index along x, m ends a loop and is a factor.
class RoleFinder {
 public:
  RoleFinder(const ptx::Function& entry, const analysis::Dependence& dependence)
      : entry_(entry), dependence_(dependence) {}

  IntegerRoles run() {
    for (const ptx::Instruction& i : entry_.body) divided(i);
    for (const ptx::Instruction& i : entry_.body) {
      compared(i);
      multiplied(i);
      added(i);
    }
    std::set<std::size_t> bounded;
    for (const IndexBound& b : roles_.bounds) bounded.insert(b.parameters.begin(), b.parameters.end());
    for (const analysis::BranchSite& branch : dependence_.branches)
      if (branch.leaves_loop)
        for (const std::size_t p : parameters_of(branch.sources.values))
          if (!bounded.contains(p)) roles_.trips.insert(p);
    return std::move(roles_);
  }

 private:
  [[nodiscard]] std::set<std::size_t> parameters_of(const analysis::Words& words) const {
    std::set<std::size_t> out;
    for (std::size_t w = 0; w < dependence_.words.size(); ++w) {
      const analysis::ParameterWord& word = dependence_.words[w];
      if (words.test(w) && !dependence_.pointers.test(w) && !entry_.parameters[word.parameter].is_array)
        out.insert(word.parameter);
    }
    return out;
  }

  /// Depends on scalar parameters only.
  static bool of_parameters_alone(const analysis::Sources& s) {
    return s.values.any() && s.contents.none() && s.indices.none() && !s.variables;
  }
  static bool is_index(const analysis::Sources& s) { return s.indices.any() && s.contents.none() && !s.variables; }

  void divided(const ptx::Instruction& i) {
    if ((i.opcode != Opcode::div && i.opcode != Opcode::rem) || is_real(i.type())) return;
    const auto operands = entry_.operands_of(i);
    if (operands.size() < 3 || !is_index(dependence_.sources_of(entry_, operands[1]))) return;
    const analysis::Sources by = dependence_.sources_of(entry_, operands[2]);
    if (!of_parameters_alone(by)) return;
    for (const std::size_t p : parameters_of(by.values)) roles_.divisors.insert(p);
  }

  void compared(const ptx::Instruction& i) {
    if (i.opcode != Opcode::setp || is_real(i.type())) return;
    const auto operands = entry_.operands_of(i);
    if (operands.size() < 3) return;
    const analysis::Sources a = dependence_.sources_of(entry_, operands[1]),
                            b = dependence_.sources_of(entry_, operands[2]);
    if (!is_order(i)) {
      const bool constant = operands[2].kind == ptx::OperandKind::immediate;
      if (constant && of_parameters_alone(a))
        for (const std::size_t p : parameters_of(a.values)) roles_.flags.insert(p);
      return;
    }
    if (is_index(a) && of_parameters_alone(b)) bounded(a, b, operands[2]);
    if (is_index(b) && of_parameters_alone(a)) bounded(b, a, operands[1]);
  }

  void bounded(const analysis::Sources& index, const analysis::Sources& bound, const ptx::Operand& operand) {
    IndexBound found{parameters_of(bound.values), {}, index.indices, &operand};
    for (const std::size_t p : parameters_of(index.values))
      if (roles_.divisors.contains(p)) found.divisors.insert(p);
    // i % cols < cols - 1 holds for nearly every i, whatever cols is.
    const bool remainder = !found.divisors.empty() && std::includes(found.divisors.begin(), found.divisors.end(),
                                                                    found.parameters.begin(), found.parameters.end());
    if (!found.parameters.empty() && !remainder) roles_.bounds.push_back(std::move(found));
  }

  /// A factor of an index that does not vary along x is a row stride: y * width.
  void multiplied(const ptx::Instruction& i) {
    if ((i.opcode != Opcode::mul && i.opcode != Opcode::mad) || is_real(i.type())) return;
    const auto operands = entry_.operands_of(i);
    if (operands.size() < 3) return;
    for (const auto& [one, other] : {std::pair(1, 2), std::pair(2, 1)}) {
      const analysis::Sources index = dependence_.sources_of(entry_, operands[static_cast<std::size_t>(one)]);
      const analysis::Sources by = dependence_.sources_of(entry_, operands[static_cast<std::size_t>(other)]);
      if (!is_index(index) || !of_parameters_alone(by)) continue;
      const auto along = [&](analysis::Index k) { return index.indices.test(static_cast<std::size_t>(k)); };
      const bool row = !along(analysis::Index::thread_x) && !along(analysis::Index::block_x);
      for (const std::size_t p : parameters_of(by.values)) (row ? roles_.row_strides : roles_.factors).insert(p);
    }
  }

  void added(const ptx::Instruction& i) {
    if ((i.opcode != Opcode::add && i.opcode != Opcode::mad) || is_real(i.type())) return;
    const auto operands = entry_.operands_of(i);
    analysis::Sources others;
    for (std::size_t o = 1; o + 1 < operands.size(); ++o) others |= dependence_.sources_of(entry_, operands[o]);
    const analysis::Sources last =
        operands.empty() ? analysis::Sources() : dependence_.sources_of(entry_, operands.back());
    if (is_index(others) && of_parameters_alone(last))
      for (const std::size_t p : parameters_of(last.values)) roles_.offsets.insert(p);
    if (i.opcode == Opcode::add && is_index(last) && of_parameters_alone(others))
      for (const std::size_t p : parameters_of(others.values)) roles_.offsets.insert(p);
  }

  const ptx::Function& entry_;
  const analysis::Dependence& dependence_;
  IntegerRoles roles_;
};

/// The largest divisor of n in (n^(1/k) / 2, n^(1/k)], else the root rounded down. Example: root(1000, 2): 31 is no
/// divisor, 25 is, so together() splits 1000 into 25 and 40.
std::int64_t root(std::int64_t n, std::size_t k) {
  auto r = static_cast<std::int64_t>(std::floor(std::pow(static_cast<double>(n), 1.0 / static_cast<double>(k)) + 1e-9));
  r = std::max<std::int64_t>(r, 1);
  for (std::int64_t d = r; d > r / 2 && r - d < 100'000; --d)
    if (n % d == 0) return d;
  return r;
}

/// Chooses the integers so that every bound just admits all threads of the launch. Bounds with one unknown come first,
/// each solved by itself, the greatest requirement wins; then those with two and more unknowns, which share the extent
/// as evenly as divisors allow. Invariant: values in known_ are never changed. O(bounds * 32 evaluations) for single
/// unknowns.
///
/// Example: 4096 threads and "i < w * h" with both unknown: 64 and 64; with w = 100 given: h = 41, since 100 * 41 >=
/// 4096.
class Solver {
 public:
  Solver(const ptx::Function& entry, const IntegerRoles& roles, const Launch& launch,
         std::map<std::size_t, std::int64_t> known, const std::set<std::size_t>& wanted)
      : entry_(entry), roles_(roles), launch_(launch), known_(std::move(known)), wanted_(wanted) {}

  std::map<std::size_t, std::int64_t> run() {
    for (const std::size_t unknowns : {1, 2, 3, 4, 5, 6, 7, 8}) {
      std::map<std::size_t, std::int64_t> found;
      for (const IndexBound& b : roles_.bounds) {
        const auto open = open_of(b);
        if (open.size() != unknowns) continue;
        if (unknowns == 1) {
          std::int64_t& value = found.try_emplace(open[0], 1).first->second;
          value = std::max(value, alone(b, open[0]));
        } else if (std::none_of(open.begin(), open.end(), [&](std::size_t p) { return found.contains(p); })) {
          together(b, open, found);
        }
      }
      known_.insert(found.begin(), found.end());
    }
    divisors();
    for (const std::size_t p : wanted_)
      if (!known_.contains(p)) known_[p] = otherwise(p);
    return known_;
  }

 private:
  [[nodiscard]] std::vector<std::size_t> open_of(const IndexBound& b) const {
    std::set<std::size_t> all = b.parameters;
    all.insert(b.divisors.begin(), b.divisors.end());
    std::vector<std::size_t> open;
    for (const std::size_t p : all)
      if (wanted_.contains(p) && !known_.contains(p)) open.push_back(p);
    return open;
  }

  [[nodiscard]] std::int64_t threads() const {
    const auto n = launch_.parameters.find("n");
    if (n != launch_.parameters.end() && n->second > 0) return std::min(n->second, most);
    const std::uint64_t blocks = std::min<std::uint64_t>(launch_.grid.count(), std::uint64_t{1} << 40);
    return static_cast<std::int64_t>(std::min<std::uint64_t>(blocks * launch_.block.count(), most));
  }

  /// Number of values that the index takes: the product of the grid and block dimensions that it depends on.
  [[nodiscard]] std::int64_t extent(const IndexBound& b) const {
    const std::array<std::uint32_t, 6> dims{launch_.block.x, launch_.block.y, launch_.block.z,
                                            launch_.grid.x,  launch_.grid.y,  launch_.grid.z};
    double product = 1;
    for (std::size_t k = 0; k < dims.size(); ++k)
      if (b.indices.test(k)) product *= dims[k];
    return static_cast<std::int64_t>(std::min({product, static_cast<double>(threads()), static_cast<double>(most)}));
  }

  /// The extent divided by the known factors of the bound, rounded up.
  [[nodiscard]] std::int64_t left_of(const IndexBound& b) const {
    std::int64_t left = extent(b);
    std::set<std::size_t> all = b.parameters;
    all.insert(b.divisors.begin(), b.divisors.end());
    for (const std::size_t p : all)
      if (const auto value = known_.find(p); value != known_.end() && value->second > 1)
        left = std::max<std::int64_t>(1, (left + value->second - 1) / value->second);
    return left;
  }

  /// The least value for which the bound admits the whole index, by bisection over an evaluation of the bound's
  /// expression (31 steps); the plain quotient where the expression cannot be evaluated or is not monotone at its ends.
  [[nodiscard]] std::int64_t alone(const IndexBound& b, std::size_t parameter) const {
    const std::int64_t left = left_of(b);
    if (!b.divisors.empty()) return left;
    const std::int64_t wanted = extent(b);
    const auto reaches = [&](std::int64_t value) -> std::optional<bool> {
      std::map<std::size_t, std::int64_t> trial = known_;
      trial[parameter] = value;
      analysis::ScalarValues values(entry_, trial);
      const auto result = values.value_of(*b.bound);
      if (!result) return std::nullopt;
      return result->overflow || result->value < 0 || result->value >= wanted;  // below 0: more than 2^31
    };
    if (const auto one = reaches(1), all = reaches(most); !one || !all || *one || !*all) return left;
    std::int64_t low = 1, high = most;
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      (*reaches(middle) ? high : low) = middle;
    }
    return high;
  }

  /// Splits what is left into one factor per unknown, the next root of the rest each time.
  void together(const IndexBound& b, const std::vector<std::size_t>& open, std::map<std::size_t, std::int64_t>& found) {
    std::int64_t left = left_of(b);
    for (std::size_t k = 0; k < open.size(); ++k) {
      const std::int64_t value = root(left, open.size() - k);
      found[open[k]] = value;
      left = std::max<std::int64_t>(1, left / value);
    }
  }

  /// Divisors of an index that no bound determines.
  void divisors() {
    std::vector<std::size_t> open;
    for (const std::size_t p : roles_.divisors)
      if (wanted_.contains(p) && !known_.contains(p)) open.push_back(p);
    for (const std::size_t p : open) known_[p] = root(threads(), open.size() + 1);
  }

  /// Without a bound: the given n, the width of a row for a row stride, 128 for sizes, 0 for offsets, 1 for flags.
  [[nodiscard]] std::int64_t otherwise(std::size_t p) const {
    if (launch_.parameters.contains("n")) return threads();
    const bool has_rows = launch_.grid.y * launch_.block.y * launch_.grid.z * launch_.block.z > 1;
    const std::int64_t width = std::int64_t{launch_.grid.x} * launch_.block.x;
    if (roles_.row_strides.contains(p) && has_rows) return std::min(width, most);
    if (roles_.trips.contains(p) || roles_.factors.contains(p) || roles_.row_strides.contains(p)) return moderate;
    if (roles_.offsets.contains(p)) return 0;
    return roles_.flags.contains(p) ? 1 : moderate;
  }

  const ptx::Function& entry_;
  const IntegerRoles& roles_;
  const Launch& launch_;
  std::map<std::size_t, std::int64_t> known_;
  const std::set<std::size_t>& wanted_;
};

}  // namespace

IntegerRoles integer_roles(const ptx::Function& entry, const analysis::Dependence& dependence) {
  return RoleFinder(entry, dependence).run();
}

std::map<std::size_t, std::int64_t> guessed_integers(const ptx::Function& entry, const IntegerRoles& roles,
                                                     const Launch& launch, std::map<std::size_t, std::int64_t> known,
                                                     const std::set<std::size_t>& wanted) {
  return Solver(entry, roles, launch, std::move(known), wanted).run();
}

}  // namespace forewarp::launch
