// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Cost expressions that users write (stevens2020, sections 2.2, 6 and 7.4): features f_*, parameters p_*, arithmetic.
///
///     p_madd*f_op_float32_madd + p_launch*f_sync_kernel_launch
///     overlap(p_g*f_mem_access_tag:aLD, p_m*f_op_float32_madd, p_edge)
///
/// Functions: tanh exp log sqrt abs min max, and
///
///     step(x, e)             (tanh(e x) + 1)/2                               (Eq. 6)
///     overlap(a, b, e)       a step(a - b, e) + b step(b - a, e)             (Eq. 5)
///     partial(a, b, e, h)    h overlap(a, b, e) + (1 - h) (a + b): our own, for overlap of a share h
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "forewarp/support/expression/tree.hpp"

namespace forewarp::model::expression {

using forewarp::expression::Index;
using forewarp::expression::Tree;

/// Names in its tree are features (f_*) and parameters (p_*).
struct Expression {
  std::string text;
  Tree tree;
  std::vector<std::string> features, parameters;  ///< each once, in the order in which they occur
  std::vector<std::pair<Index, Index>> overlaps;  ///< the two costs of each overlap() and partial()
};

/// What becomes of overlap(a, b, e) and partial(a, b, e, h).
enum class Form : unsigned char {
  as_written,
  linear,       ///< a + b (Eq. 7), without e and h
  overlapping,  ///< overlap(a, b, e) (Eq. 8)
  partial       ///< partial(a, b, e, h), with a new parameter p_hidden as h where there is none
};

/// Throws ParseError at the place: what cannot be read, a name that is neither f_* nor p_*, an unknown function or a
/// wrong number of arguments, brackets more than 200 deep, no parameter at all. Sums and products with 0 and 1 are
/// simplified.
[[nodiscard]] Expression parse(std::string_view text, Form form = Form::as_written);
/// The same costs in another form; its text is of that form.
[[nodiscard]] Expression reformed(const Expression& expression, Form form);

/// The exact derivative of the tree; sums and products with 0 and 1 are simplified.
[[nodiscard]] Tree derivative(const Tree& tree, const std::string& parameter);
[[nodiscard]] std::string to_text(const Tree& tree, Index node);
/// What a node is a sum of: a + b - c is a, b and -c; f (a + b) is f a and f b where f has no parameter. Terms that the
/// tree does not have yet are appended.
[[nodiscard]] std::vector<Index> terms_of(Tree& tree, Index node);

/// A node as a list of operations. Evaluation allocates nothing below 512 nodes; a node that several others share, as
/// the costs of an overlap, is evaluated once.
class Compiled {
 public:
  /// Throws InputError for a name that is in neither list.
  Compiled(const Tree& tree, Index node, std::span<const std::string> features,
           std::span<const std::string> parameters);
  /// The whole tree.
  Compiled(const Tree& tree, std::span<const std::string> features, std::span<const std::string> parameters)
      : Compiled(tree, tree.root, features, parameters) {}
  [[nodiscard]] double operator()(std::span<const double> features, std::span<const double> parameters) const;

 private:
  /// values[slot] = features[index]; the same for parameters.
  struct Load {
    std::uint32_t slot, index;
  };
  /// values[next] = apply(values[a], values[b]), in this order from the first slot after the leaves.
  struct Step {
    double (*apply)(double, double);
    std::uint32_t a, b;
  };
  void run(std::span<const double> features, std::span<const double> parameters, double* values) const;

  std::vector<double> constants_;  ///< one for each leaf; those of features and parameters are not used
  std::vector<Load> features_, parameters_;
  std::vector<Step> steps_;
};

}  // namespace forewarp::model::expression
