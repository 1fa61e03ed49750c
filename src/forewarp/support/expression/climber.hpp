// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Precedence climbing, the one parser of expressions. What an expression becomes (nodes of a tree, a value) and where
/// the tokens come from is up to the front end.
///
///     expression = operators [ ? expression : expression ]
///     operators  = operand { infix operators }
///     operand    = prefix operators | primary
///
/// operators_from(left, weakest) takes operators of at least the precedence `weakest`. Its invariant: `left` is the
/// value of all that has been read, and every operator in it binds more tightly than what may still come. In 1 + 2*3 -
/// 4 the right side of + is read with weakest = sum + 1, so it takes 2*3 and leaves the -, which the outer loop takes:
/// (1 + 2*3)
/// - 4. A right-associative operator reads its right side with its own precedence: 2 ** 3 ** 2 is 2 ** (3 ** 2). A sign
/// reads its operand with its precedence: -2 ** 2 is -(2 ** 2), because ** binds more tightly than a sign.
///
/// The time is linear in the number of tokens. Both the depth of the recursion and the length of a chain of operators
/// (which is the depth of a tree such as ((a + b) + c) + d) are limited: the text may come from anyone.
#include <fmt/format.h>

#include "forewarp/support/expression/operators.hpp"

namespace forewarp::expression {

/// `Front` derives from this and has
///
///     const Operator* infix();   const Operator* prefix();   the operator at the current token; null where there is
///     none Place take();                                          steps over the current token bool
///     accept(string_view);  void expect(string_view);   steps over this sign Value primary(); a number, a name, a
///     call, parentheses Value unary(Op, Place, Value);   Value binary(Op, Place, Value, Value); Value
///     conditional(Place, Value condition, Value yes, Value no);
///     [[noreturn]] void fail(const std::string&);            ParseError at the current token
///
/// and Value list(Op, Place, Value) where its language has an operator of that form.
template <typename Front, typename Value>
class Climber {
 public:
  struct Limits {
    unsigned depth = 200, chain = 1000;
  };
  explicit Climber(Limits limits) : limits_(limits) {}

  Value expression() {
    const Depth depth(*this);
    return expression_from(operand());
  }

  /// The rest of an expression whose first operand has been read.
  Value expression_from(Value first) {
    Value condition = operators_from(std::move(first), 1);
    if (!front().at_conditional()) return condition;
    const auto place = front().take();
    Value yes = expression();
    front().expect(":");
    Value no = expression();
    return front().conditional(place, std::move(condition), std::move(yes), std::move(no));
  }

  /// Operators of at least this precedence, without ?:.
  Value operators(int weakest = 1) {
    const Depth depth(*this);
    return operators_from(operand(), weakest);
  }

  Value operand() {
    const Operator* sign = front().prefix();
    if (sign == nullptr) return front().primary();
    const auto place = front().take();
    Value value = operators(sign->precedence);
    return sign->op == Op::plus ? value : front().unary(sign->op, place, std::move(value));
  }

 private:
  class Depth {
   public:
    explicit Depth(Climber& climber) : depth_(climber.depth_) {
      if (++depth_ > climber.limits_.depth)
        climber.front().fail(fmt::format("nested more than {} deep", climber.limits_.depth));
    }
    ~Depth() { --depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;

   private:
    unsigned& depth_;
  };

  Front& front() { return static_cast<Front&>(*this); }

  Value operators_from(Value left, int weakest) {
    for (unsigned links = 0;; ++links) {
      const Operator* found = front().infix();
      if (found == nullptr || found->precedence < weakest) return left;
      if (links >= limits_.chain) front().fail(fmt::format("a chain of more than {} operators", limits_.chain));
      const auto place = front().take();
      if constexpr (requires { front().list(found->op, place, left); }) {
        if (found->form == Form::list) {
          left = front().list(found->op, place, std::move(left));
          continue;
        }
      }
      Value right = operators(found->form == Form::infix_right ? found->precedence : found->precedence + 1);
      left = front().binary(found->op, place, std::move(left), std::move(right));
    }
  }

  Limits limits_;
  unsigned depth_ = 0;
};

}  // namespace forewarp::expression
