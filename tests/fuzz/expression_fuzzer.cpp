// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The text as an expression of each language: launch descriptions and their short forms on the command line, rows of a
// table, cost expressions, inputs of models, loop programs and PTX.
#include <cmath>

#include "forewarp/frontend/launch/argument_text.hpp"
#include "forewarp/frontend/launch/expression.hpp"
#include "forewarp/frontend/launch/fill_spec.hpp"
#include "forewarp/frontend/ptx/detail/expression.hpp"
#include "forewarp/measure/campaign/inputs.hpp"
#include "forewarp/model/expression/expression.hpp"
#include "forewarp/support/table/expression.hpp"
#include "forewarp/symbolic/loop/expression_parser.hpp"
#include "fuzz/target.hpp"

namespace {
using namespace forewarp;

void as_launch(const std::string& text) {
  const launch::Parameters names{{"n", 1024}, {"m", -3}, {"BLOCK", 16}};
  test::answer([&] {
    const auto expression = launch::Expression::parse(text);
    test::answer([&] { static_cast<void>(expression.evaluate(names)); });
    test::answer([&] { static_cast<void>(expression.integer(names)); });
    static_cast<void>(expression.names());
    static_cast<void>(expression.bare_name());
  });
  test::answer([&] { static_cast<void>(launch::parse_shape(text)); });
  test::answer([&] { static_cast<void>(launch::evaluate(launch::parse_fill(text), names)); });
  test::answer([&] { static_cast<void>(launch::parse_argument(text)); });
  test::answer([&] {
    launch::Parameters set = names;
    launch::parse_setting(text, set);
  });
}

void as_row(const std::string& text) {
  Table table;
  table.add("gpu", Table::Texts{"K20", "", "V100"});
  table.add("n", Table::Numbers{0, std::nan(""), -1e300});
  test::answer([&] {
    const auto expression = table::RowExpression::parse(text);
    test::answer([&] { static_cast<void>(expression.rows_where(table)); });
    test::answer([&] { static_cast<void>(expression.numbers(table)); });
  });
}

void as_cost(const std::string& text) {
  namespace cost = model::expression;
  test::answer([&] {
    cost::Expression e = cost::parse(text);
    const std::vector<double> features(e.features.size(), 2), parameters(e.parameters.size(), 0.5);
    static_cast<void>(cost::Compiled(e.tree, e.features, e.parameters)(features, parameters));
    const cost::Tree slope = cost::derivative(e.tree, e.parameters[0]);
    static_cast<void>(cost::Compiled(slope, e.features, e.parameters)(features, parameters));
    static_cast<void>(cost::terms_of(e.tree, e.tree.root));
    for (const auto form : {cost::Form::linear, cost::Form::overlapping, cost::Form::partial})
      test::answer([&] { static_cast<void>(cost::reformed(e, form)); });
  });
}

void as_input(const std::string& text) {
  campaign::LaunchFacts facts;
  facts.features.set("ctas", 3);
  facts.features.set("global_bytes", 0);
  test::answer([&] { static_cast<void>(campaign::input(text, facts)); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = test::text_of(data, size);
  as_launch(text);
  as_row(text);
  as_cost(text);
  as_input(text);
  test::answer([&] { static_cast<void>(loop::to_text(loop::parse_expression(text, {"i", "k"}))); });
  test::answer([&] {
    ptx::detail::Lexer lexer(text, "fuzz");
    static_cast<void>(ptx::detail::take_constant(lexer));
  });
  return 0;
}
