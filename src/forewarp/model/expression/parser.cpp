// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "forewarp/model/expression/detail/build.hpp"
#include "forewarp/model/expression/expression.hpp"
#include "forewarp/support/closest.hpp"

namespace forewarp::model::expression {

namespace {

using detail::Node;
using detail::Op;
using forewarp::expression::Language;

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

/// Sorts the names into features and parameters; the lists in the names of features lose their
/// blanks, so that lstrides:{0:1; 1:>15} and lstrides:{0:1;1:>15} are one feature and one column.
void sort_names(Expression& e) {
  for (Node& node : e.tree.nodes) {
    if (detail::is_feature(node)) {
      if (std::ranges::count(node.text, '{') > std::ranges::count(node.text, '}'))
        e.tree.fail(node.position + node.text.find_last_of('{'), "'}' is missing");
      std::erase_if(node.text, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
      add_once(e.features, node.text);
    } else if (detail::is_parameter(node)) {
      add_once(e.parameters, node.text);
    } else if (node.op == Op::name) {
      e.tree.fail(node.position,
                  fmt::format("'{}' is neither a function, nor a feature f_..., nor a parameter p_...{}", node.text,
                              did_you_mean(node.text, forewarp::expression::function_names(Language::cost))));
    }
  }
  if (e.parameters.empty()) e.tree.fail(0, "the expression has no parameter p_...: there is nothing to calibrate");
}

/// overlap() or partial() in its form. The four forms are models that are compared on the same
/// samples: is a sum enough, is everything hidden, or a share that is fitted?
Index overlapped(Tree& to, const Node& node, Form form, Expression& e) {
  const auto& [a, b, edge, hidden] = node.operand;
  e.overlaps.emplace_back(a, b);
  if (form == Form::linear) return detail::binary(to, Op::add, a, b);
  if (form == Form::overlapping) return to.add(Op::overlap, {a, b, edge});
  if (form == Form::as_written || node.op == Op::partial) return to.add(node);
  add_once(e.parameters, "p_hidden");
  const Index share = detail::name(to, "p_hidden");
  return to.add(Op::partial, {a, b, edge, share});
}

}  // namespace

Expression parse(std::string_view text, Form form) {
  Expression e;
  e.text = text;
  e.tree = forewarp::expression::parse(text, Language::cost, {"expression"});
  sort_names(e);
  e.tree = detail::rewritten(e.tree, e.tree.root, [&](Tree& to, const Node& node) {
    const bool overlaps = node.op == Op::overlap || node.op == Op::partial;
    return overlaps ? overlapped(to, node, form, e) : detail::simplified(to, node);
  });
  if (form == Form::as_written) return e;
  std::set<std::string> names;
  const std::vector<bool> used = e.tree.reachable(e.tree.root);
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i]) names.insert(e.tree.nodes[i].text);
  std::erase_if(e.parameters, [&](const std::string& name) { return !names.contains(name); });
  e.text = to_text(e.tree, e.tree.root);
  return e;
}

Expression reformed(const Expression& expression, Form form) { return parse(expression.text, form); }

}  // namespace forewarp::model::expression
