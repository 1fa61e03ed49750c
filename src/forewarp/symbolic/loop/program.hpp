// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A loop program: integer domains, statements that run at their points, and how loops map to a GPU
/// (stevens2020, sections 1.1 and 2.1). Programs are values: a transformation takes one and returns another.
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/expression.hpp"
#include "forewarp/symbolic/sets/isl.hpp"

namespace forewarp::loop {

/// What runs the iterations of a loop.
struct LoopTag {
  enum class Kind : std::uint8_t { sequential, group, local, unroll } kind = Kind::sequential;
  int axis = 0;  ///< of group and local: 0 is the fastest
  /// Whether iterations run side by side.
  [[nodiscard]] bool is_parallel() const { return kind == Kind::group || kind == Kind::local; }
  bool operator==(const LoopTag&) const = default;
};

enum class Space : std::uint8_t {
  global,    ///< an argument; in device memory
  local,     ///< shared by a work-group: OpenCL __local, CUDA __shared__
  private_,  ///< a work-item's own; without axes a scalar, with axes an array that only constant or unrolled loops
             ///< index
};

/// An array or a scalar.
struct Variable {
  std::string name;
  Space space = Space::global;
  Type type = Type::unknown;
  /// Extents, affine in the parameters; none for a scalar. Slowest axis first as written.
  std::vector<ExpressionPtr> shape;
  /// Which axis is stored how far out: order[0] is the slowest. Rows of n: {0, 1}; transposed: {1, 0}.
  std::vector<std::size_t> order;
  /// A scalar argument of the kernel (a number the user gives), for global without axes.
  bool is_argument = false;
  SourceLocation where;
};

/// target = value, once for every point of the domain projected on `loops` at which all of `conditions` hold; where
/// `atomic`, target += value as one indivisible step, also if other work-items add to the element.
struct Statement {
  std::string id;
  ExpressionPtr target;  ///< a subscript, or the name of a private scalar
  ExpressionPtr value;
  std::vector<ExpressionPtr> conditions;  ///< quasi-affine in loops and parameters, or of data
  std::set<std::string> loops;            ///< the loops around it, those of reductions in `value` aside
  std::set<std::string> after;            ///< ids of statements it must follow at equal points of the common loops
  bool atomic = false;                    ///< an atomic addition to an element of a global or local array
  /// Its condition never holds: it is there so that a compiler keeps what its value needs (remove_work). Not counted.
  bool never_runs = false;
  SourceLocation where;
};

/// How often a loop runs whose bound is read from data: numbers of iterations with their weights. Empty where nothing
/// is known; formulas then keep the count as a symbol.
struct TripCount {
  std::map<std::int64_t, std::int64_t> weights;
  bool is_average = false;  ///< the weights stand for an average alone: nothing is known of the longest of several
};

struct Program {
  std::string name = "kernel";
  symbolic::Context context;
  /// Sets over named loops. A loop occurs in exactly one domain; each carries all parameters it needs.
  std::vector<symbolic::Set> domains;
  /// What is known of the parameters: a parameter set.
  std::optional<symbolic::Set> assumptions;
  std::map<std::string, LoopTag> tags;               ///< absent: sequential
  std::vector<std::vector<std::string>> priorities;  ///< each: outermost first
  std::map<std::string, Variable> variables;
  std::vector<Statement> statements;          ///< in the order written: what a sequential reader would run
  std::map<std::string, std::int64_t> fixed;  ///< parameters that were given a value
  /// Trip counts, by the private scalar that a statement sets and a domain names as the bound of a loop.
  std::map<std::string, TripCount> trips;
  /// The source up to the transformations, and the transformations applied, a line each, in the words of the text
  /// format.
  std::string source;
  std::vector<std::string> transformations;

  [[nodiscard]] std::vector<std::string> parameters() const;  ///< sorted, fixed ones aside
  [[nodiscard]] std::vector<std::string> loops() const;       ///< in the order of the domains
  [[nodiscard]] bool has_loop(const std::string& loop) const;
  [[nodiscard]] LoopTag tag_of(const std::string& loop) const;
  /// Throws InputError with near names where there is none.
  [[nodiscard]] const Variable& variable(const std::string& variable_name) const;
  [[nodiscard]] const Statement& statement(const std::string& id) const;
};

/// The points of `loops` (in this order): the product of the domains they stand in, under the assumptions, projected on
/// them. Other loops of the same domains are existential. Throws InputError for an unknown loop.
[[nodiscard]] symbolic::Set domain_of(const Program& program, const std::vector<std::string>& loops);

}  // namespace forewarp::loop
