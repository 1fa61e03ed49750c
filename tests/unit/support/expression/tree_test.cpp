// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/expression/tree.hpp"

#include <gtest/gtest.h>

#include "written.hpp"

namespace forewarp::expression {
namespace {

TEST(ExpressionTree, OperandsComeBeforeWhatTheyAreOperandsOf) {
  const Tree tree = parse("min(a, b*c) + (d ? 1 : -e) ** 2", Language::launch);

  for (std::size_t i = 0; i < tree.nodes.size(); ++i)
    for (std::size_t k = 0; k < tree.nodes[i].operands; ++k) EXPECT_LT(tree.nodes[i].operand[k], i);
  EXPECT_EQ(tree.root, tree.nodes.size() - 1);
}

TEST(ExpressionTree, KnowsWhatANodeIsMadeOf) {
  Tree tree = parse("a*b + c", Language::launch);  // nodes: a, b, a*b, c, the sum
  const Index square = tree.add(Op::multiply, {2, 2});

  EXPECT_EQ(tree.reachable(4), (std::vector<bool>{true, true, true, true, true, false}));
  EXPECT_EQ(tree.reachable(square), (std::vector<bool>{true, true, true, false, false, true}));
  EXPECT_EQ(tree.root, square);
  EXPECT_EQ(written(tree, square), "(multiply (multiply a b) (multiply a b))");
}

}  // namespace
}  // namespace forewarp::expression
