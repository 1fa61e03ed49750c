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
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::model::expression {

struct Node;
using NodePtr = std::shared_ptr<const Node>;

struct Node {
  enum class Kind : unsigned char { number, feature, parameter, negate, add, subtract, multiply, divide, power, call };
  Kind kind = Kind::number;
  double number = 0;
  std::string name;  ///< of a feature, a parameter or a function
  std::vector<NodePtr> operands;
};

struct Expression {
  std::string text;
  NodePtr root;
  std::vector<std::string> features, parameters;      ///< each once, in the order in which they occur
  std::vector<std::pair<NodePtr, NodePtr>> overlaps;  ///< the two costs of each overlap() and partial()
};

/// What becomes of overlap(a, b, e) and partial(a, b, e, h).
enum class Form : unsigned char {
  as_written,
  linear,       ///< a + b (Eq. 7); e and h are gone
  overlapping,  ///< overlap(a, b, e) (Eq. 8)
  partial       ///< partial(a, b, e, h), h named p_hidden where there is none
};

/// Throws ParseError at the place (line 1, column in the text): what cannot be read, a name that is neither f_* nor
/// p_*, an unknown function or a wrong number of arguments, brackets more than 200 deep, no parameter at all.
[[nodiscard]] Expression parse(std::string_view text, Form form = Form::as_written);
/// The same costs in another form; its text is of that form.
[[nodiscard]] Expression reformed(const Expression& expression, Form form);

/// The exact derivative; 0 and 1 are taken out of sums and products.
[[nodiscard]] NodePtr derivative(const NodePtr& node, const std::string& parameter);
[[nodiscard]] std::string to_text(const NodePtr& node);
/// What the expression is a sum of: a + b - c is a, b and -c; f (a + b) is f a and f b where f has no parameter.
[[nodiscard]] std::vector<NodePtr> terms_of(const NodePtr& node);

/// A node laid out flat; evaluation allocates nothing.
class Compiled {
 public:
  /// Throws InputError where it names what is not in the lists, or needs more than 64 values at once.
  Compiled(const NodePtr& node, std::span<const std::string> features, std::span<const std::string> parameters);
  [[nodiscard]] double operator()(std::span<const double> features, std::span<const double> parameters) const;

 private:
  enum class Code : unsigned char {
    number,
    feature,
    parameter,
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    tanh,
    exp,
    log,
    sqrt,
    abs,
    min,
    max,
    sign,
    less
  };
  struct Step {
    Code code;
    unsigned index;
    double number;
  };
  void emit(const Node& node, std::span<const std::string> features, std::span<const std::string> parameters,
            int depth);
  std::vector<Step> steps_;
};

}  // namespace forewarp::model::expression
