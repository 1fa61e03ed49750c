// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What stands behind cost expressions: trees that are built and rewritten, rows that features count, and the fit.
#include "forewarp/model/expression/detail/build.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/model/expression/detail/feature_match.hpp"
#include "forewarp/model/expression/detail/fitting_problem.hpp"
#include "unit/message_of.hpp"

namespace forewarp::model::expression::detail {
namespace {

using forewarp::testing::message_of;

/// The text of `a OP b`.
std::string text_of(Op op, const std::string& a, const std::string& b) {
  Tree tree;
  const auto leaf = [&](const std::string& text) {
    return text.starts_with("p_") ? name(tree, text) : number(tree, std::stod(text));
  };
  const Index left = leaf(a), right = leaf(b);
  return to_text(tree, binary(tree, op, left, right));
}

TEST(Build, NeutralElementsVanish) {
  EXPECT_EQ(text_of(Op::add, "0", "p_a"), "p_a");
  EXPECT_EQ(text_of(Op::add, "p_a", "0"), "p_a");
  EXPECT_EQ(text_of(Op::subtract, "p_a", "0"), "p_a");
  EXPECT_EQ(text_of(Op::subtract, "0", "p_a"), "-(p_a)");
  EXPECT_EQ(text_of(Op::multiply, "1", "p_a"), "p_a");
  EXPECT_EQ(text_of(Op::divide, "p_a", "1"), "p_a");
  EXPECT_EQ(text_of(Op::power, "p_a", "1"), "p_a");
  EXPECT_EQ(text_of(Op::multiply, "p_a", "0"), "0");
  EXPECT_EQ(text_of(Op::divide, "0", "p_a"), "0");
  EXPECT_EQ(text_of(Op::add, "p_a", "2"), "(p_a + 2)");
}

TEST(Build, NamesSayWhatTheyAre) {
  Tree tree;

  EXPECT_TRUE(is_feature(tree.nodes[name(tree, "f_x")]));
  EXPECT_TRUE(is_parameter(tree.nodes[name(tree, "p_x")]));
  EXPECT_FALSE(is_feature(tree.nodes[number(tree, 3)]));
  EXPECT_TRUE(is_number(tree, negated(tree, number(tree, 3)), -3));
}

TEST(Build, ExpandedIsTheSameFunctionInTanh) {
  for (const char* text : {"step(p_a, 3)", "overlap(p_a, p_b, 2)", "partial(p_a, p_b, 2, 0.25)"}) {
    const Expression e = parse(text);
    const Tree plain = expanded(e.tree, e.tree.root);
    const std::vector<bool> used = plain.reachable(plain.root);
    for (std::size_t i = 0; i < plain.nodes.size(); ++i)
      EXPECT_FALSE(used[i] && (plain.nodes[i].op == Op::step || plain.nodes[i].op == Op::overlap)) << text;
    std::vector<double> p = {0.3, 0.8};
    p.resize(e.parameters.size());
    EXPECT_NEAR(Compiled(plain, {}, e.parameters)({}, p), Compiled(e.tree, {}, e.parameters)({}, p), 1e-15) << text;
  }
}

TEST(Build, RewritingCopiesOnlyWhatTheRootNeeds) {
  const Expression e = parse("p_a*2 + p_b");
  Tree tree = e.tree;
  const Index unused = name(tree, "p_unused");
  tree.root = e.tree.root;

  const Tree renamed = rewritten(tree, tree.root, [](Tree& to, const Node& node) {
    Node copy = node;
    if (copy.text == "p_a") copy.text = "p_c";
    return to.add(copy);
  });

  EXPECT_LT(unused, tree.nodes.size());
  EXPECT_EQ(to_text(renamed, renamed.root), "(p_c*2 + p_b)");
  for (const Node& node : renamed.nodes) EXPECT_NE(node.text, "p_unused");
}

TEST(FeatureMatch, AnEmptyFieldFitsEverything) {
  EXPECT_TRUE(fits("", "global"));
  EXPECT_TRUE(fits("global", "global"));
  EXPECT_FALSE(fits("global", "local"));
}

TEST(FeatureMatch, RelationsAreThoseOfNumbers) {
  using R = Constraint::Relation;
  const auto of_one_two_three = [](R relation) {
    std::string text;
    for (const double value : {1, 2, 3}) text += relation_holds(relation, value, 2) ? 'y' : 'n';
    return text;
  };

  EXPECT_EQ(of_one_two_three(R::equal), "nyn");
  EXPECT_EQ(of_one_two_three(R::less), "ynn");
  EXPECT_EQ(of_one_two_three(R::less_equal), "yyn");
  EXPECT_EQ(of_one_two_three(R::greater), "nny");
  EXPECT_EQ(of_one_two_three(R::greater_equal), "nyy");
}

TEST(FeatureMatch, ARowWithoutStridesOrFootprintMayNotMatchTheirConstraints) {
  count::MemoryAccess row;
  row.space = "global", row.data_type = "float32", row.direction = "load";

  EXPECT_TRUE(may_match(parse_feature("f_mem_access_global_float32_load"), row));
  EXPECT_FALSE(may_match(parse_feature("f_mem_access_global_float32_store"), row));
  EXPECT_FALSE(may_match(parse_feature("f_mem_access_global_float32_load_lstrides:{0:1}"), row));
  EXPECT_FALSE(may_match(parse_feature("f_mem_access_global_float32_load_afr:>1"), row));
  row.local_strides.emplace();
  EXPECT_TRUE(may_match(parse_feature("f_mem_access_global_float32_load_lstrides:{0:1}"), row));
  // an axis that the kernel has not has stride 0
  const count::KernelCounts counts;
  EXPECT_TRUE(constraints_hold(parse_feature("f_mem_access_lstrides:{0:0}"), counts, row, {}));
  EXPECT_FALSE(constraints_hold(parse_feature("f_mem_access_lstrides:{0:1}"), counts, row, {}));
  EXPECT_EQ(message_of([&] { (void)constraints_hold(parse_feature("f_mem_access_lstrides:{0:n}"), counts, row, {}); }),
            "a constraint names the size 'n', which has no value");
}

/// Times of t = 2 x + 5 at x = 1, 2, 3, 4.
Table line() {
  Table table;
  table.add("f_x", Table::Numbers{1, 2, 3, 4});
  table.add("t", Table::Numbers{7, 9, 11, 13});
  return table;
}

TEST(FittingProblem, FindsTheLineFromEveryRow) {
  const Expression e = parse("p_a*f_x + p_b");
  const CalibrationOptions options{.output = "t"};
  const Table table = line();
  const FittingProblem problem(e, table, options, all_rows(table));

  const auto fit = problem.best_fit();

  EXPECT_EQ(problem.rows(), 4);
  EXPECT_NEAR(fit.values[0], 2, 1e-6);
  EXPECT_NEAR(fit.values[1], 5, 1e-6);
  EXPECT_DOUBLE_EQ(problem.predicted(2, std::vector<double>{1, 1}), 4);
  // errors of 10 x: 3/7, 11/9, 19/11, 27/13
  EXPECT_NEAR(problem.mean_error(std::vector<double>{10, 0}), std::pow(3.0 / 7 * 11 / 9 * 19 / 11 * 27 / 13, 0.25),
              1e-12);
}

TEST(FittingProblem, ItsJacobianIsWeightedByTheTimes) {
  const Expression e = parse("p_a*f_x + p_b");
  const CalibrationOptions options{.output = "t"};
  const Table table = line();

  const Eigen::MatrixXd j = FittingProblem(e, table, options, {1, 3}).jacobian(std::vector<double>{2, 5});

  ASSERT_EQ(j.rows(), 2);
  EXPECT_DOUBLE_EQ(j(0, 0), 2.0 / 9);
  EXPECT_DOUBLE_EQ(j(1, 0), 4.0 / 13);
  EXPECT_DOUBLE_EQ(j(1, 1), 1.0 / 13);
}

TEST(FittingProblem, RefusesRowsThatCannotBeFitted) {
  const Expression e = parse("p_a*f_x + p_b");
  const CalibrationOptions options{.output = "t"};
  const auto complaint = [&](const Table& table, const std::vector<std::size_t>& rows) {
    return message_of([&] { (void)FittingProblem(e, table, options, rows); });
  };
  Table zero, nothing;
  zero.add("f_x", Table::Numbers{1, 2});
  zero.add("t", Table::Numbers{7, 0});
  nothing.add("f_x", Table::Numbers{1, NAN});
  nothing.add("t", Table::Numbers{7, 9});

  EXPECT_EQ(complaint(zero, {0, 1}), "row 2: t is 0, and has to be above 0");
  EXPECT_EQ(complaint(nothing, {0, 1}), "row 2: f_x is not a finite number");
  EXPECT_EQ(complaint(line(), {0}), "1 samples cannot determine 2 parameters");
}

}  // namespace
}  // namespace forewarp::model::expression::detail
