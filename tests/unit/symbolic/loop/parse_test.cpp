// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/parse.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/expression_parser.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::loop;

std::string message_of(const std::string& text) {
  try {
    (void)parse_file(text, "x.loop");
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

std::string read_back(const std::string& text) { return to_text(parse_expression(text, {"i", "j", "k", "l"})); }

TEST(LoopParse, ReadsTheMatrixProductOfThePaper) {
  const ParsedFile file = parse_file(
      "kernel matmul\n"
      "domain { [i,j,k] : 0 <= i,j,k < n }  # a comment\n"
      "assume n >= 1 and n mod 16 = 0\n"
      "\n"
      "c[i,j] = sum(k, a$aLD[i,k]\n"
      "               * b$bLD[k,j])\n"
      "---\n"
      "split i 16   # too\n"
      "tag i_out:g.1\n");
  const Program& p = file.program;
  EXPECT_EQ(p.name, "matmul");
  EXPECT_EQ(p.parameters(), (std::vector<std::string>{"n"}));
  ASSERT_EQ(p.statements.size(), 1U);
  EXPECT_EQ(to_text(p.statements[0].target), "c[i, j]");
  EXPECT_EQ(to_text(p.statements[0].value), "sum(k, a$aLD[i, k]*b$bLD[k, j])");
  EXPECT_EQ(p.statements[0].loops, (std::set<std::string>{"i", "j"}));
  EXPECT_EQ(p.variable("a").type, Type::f32);
  ASSERT_EQ(p.variable("a").shape.size(), 2U);
  EXPECT_EQ(to_text(p.variable("a").shape[0]), "n");
  ASSERT_EQ(file.transformations.size(), 2U);
  EXPECT_EQ(file.transformations[0].first, "split i 16");
}

TEST(LoopParse, ShapesEncloseWhatIsTouched) {
  const ParsedFile file = parse_file("domain { [i] : 0 <= i < n }\nr[i] = u[i] + u[i + 2] + v[3] + w[2*i]\n");
  EXPECT_EQ(to_text(file.program.variable("u").shape[0]), "n + 2");
  EXPECT_EQ(to_text(file.program.variable("v").shape[0]), "4");
  EXPECT_EQ(to_text(file.program.variable("w").shape[0]), "2*n - 1");
}

TEST(LoopParse, DeclarationsLabelsConditionsAndOrder) {
  const Program p = parse_file(
                        "domain [n] -> { [i,j] : 0 <= i, j < n }\n"
                        "default f64\n"
                        "global alpha: f32\n"
                        "global m: f64[n, n] order 1, 0\n"
                        "private x: f64\n"
                        "init: x = 0.0 within i\n"
                        "add: if i < j and m[i,j] > 0.5: r[i] = x + alpha*m[i,j] after init\n")
                        .program;
  EXPECT_TRUE(p.variable("alpha").is_argument);
  EXPECT_EQ(p.variable("m").order, (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(p.variable("r").type, Type::f64);
  EXPECT_EQ(p.statement("init").loops, (std::set<std::string>{"i"}));
  EXPECT_EQ(p.statement("add").after, (std::set<std::string>{"init"}));
  EXPECT_EQ(to_text(p.statement("add").conditions.at(0)), "i < j and 0.5 < m[i, j]");
}

TEST(LoopParse, ExpressionsComeBackAsTheyWere) {
  for (const char* text :
       {"a + b*c", "(a + b)*c", "a - (b - c)", "i < n ? u[i] : 0.0", "max(i, x[i])", "max((i, j), x[i, j])",
        "max(a, b)", "f32(i)/2.0", "-i + 1", "i//16*16", "not (a and b) or c", "sum(k, sum(l, x[k, l]))"})
    EXPECT_EQ(read_back(text), text);
  EXPECT_EQ(parse_expression("max(i, x[i])", {"i"})->op, Op::reduce);
  EXPECT_EQ(parse_expression("max(a, b)", {"i"})->op, Op::call);
}

TEST(LoopParse, ParametersAreTheNamesThatASetLeavesFree) {
  EXPECT_EQ(free_names("{ [i,j] : exists e0: i = 2*e0 and 0 <= i < n and j mod m = 0 }", {}),
            (std::vector<std::string>{"n", "m"}));
}

TEST(LoopParse, SaysWhatIsWrongAndWhere) {
  const std::string domain = "domain { [i,j] : 0 <= i,j < n }\n";
  EXPECT_EQ(message_of(domain + "c[i] = a[i] + other"),
            "x.loop:2:15: 'other' is neither a loop, nor a parameter, nor a variable");
  EXPECT_EQ(message_of(domain + "c[i] = (a[i]"), "x.loop:2:13: ')' expected instead of the end");
  EXPECT_EQ(message_of(domain + "c[i] = c[i,j]"), "x.loop:2:8: 'c' has 1 axes and is given 2 subscripts");
  EXPECT_EQ(message_of("domain { [i] : 0 <= i }\nc[i] = 1"),
            "x.loop:1:8: the domain is unbounded: nothing limits the loop 'i' on both sides");
  EXPECT_EQ(message_of(domain + "domain { [i] : 0 <= i < 4 }\nc[i] = 1"), "x.loop:2:8: the loop 'i' is in two domains");
  EXPECT_EQ(message_of(domain + "c[i] = sum(kk, a[i])"),
            "x.loop:2:12: sum runs over 'kk', which is not a loop of any domain");
  EXPECT_NE(message_of(domain + "c[i*j] = 1").find("x.loop:2:1: the shape of 'c' does not follow"), std::string::npos);
  EXPECT_NE(message_of(domain + "c[i] = a[i - 1]").find("a subscript goes below 0"), std::string::npos);
  EXPECT_EQ(message_of(domain + "global c: f31[n]\nc[i] = 1"),
            "x.loop:2:11: 'f31' is not a type: f16, f32, f64, i32, i64 or bool");
  EXPECT_EQ(message_of(domain), "x.loop:1:1: no statement: a program needs one, such as c[i] = a[i]");
  EXPECT_EQ(message_of(domain + "c[i] = 1 after first"), "x.loop:2:1: no statement 'first'");
  EXPECT_NE(message_of("domain { [i] : 0 <= i < n and }\nc[i] = 1").find("x.loop:1:"), std::string::npos);
  EXPECT_NE(message_of(domain + "c[i] = " + std::string(1000, '(')).find("nested more than"), std::string::npos);
}

}  // namespace
