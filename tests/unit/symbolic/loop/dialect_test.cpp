// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The words in which the targets differ, and the body of a kernel in them.
#include "forewarp/symbolic/loop/generate/detail/dialect.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/symbolic/loop/detail/barriers.hpp"
#include "forewarp/symbolic/loop/generate/detail/atomic.hpp"
#include "forewarp/symbolic/loop/generate/detail/body.hpp"
#include "forewarp/symbolic/loop/generate/detail/c_expression.hpp"
#include "forewarp/symbolic/loop/generate/detail/placement.hpp"
#include "forewarp/symbolic/loop/types.hpp"
#include "unit/message_of.hpp"
#include "unit/symbolic/loop/programs.hpp"

namespace forewarp::loop::detail {
namespace {

using forewarp::testing::message_of;
using test::program_of;

TEST(Dialect, EachTargetHasItsTypes) {
  EXPECT_EQ(type_word(Target::opencl, Type::i64), "long");
  EXPECT_EQ(type_word(Target::cuda, Type::i64), "long long");
  EXPECT_EQ(type_word(Target::opencl, Type::f16), "half");
  EXPECT_EQ(type_word(Target::cuda, Type::boolean), "bool");
  EXPECT_EQ(type_word(Target::cuda, Type::boolean, true), "unsigned char");
  EXPECT_EQ(message_of([] { (void)type_word(Target::cpp, Type::f16); }), "plain C++ has no type for f16");
  EXPECT_EQ(message_of([] { (void)type_word(Target::cuda, Type::unknown); }), "a variable without a type");
}

TEST(Dialect, LiteralsKeepTheirTypeAndTheirValue) {
  EXPECT_EQ(literal(Target::cuda, 1.5, Type::f32), "1.5f");
  EXPECT_EQ(literal(Target::cuda, 2, Type::f64), "2.0");
  EXPECT_EQ(literal(Target::cuda, 1e30, Type::f32), "1e+30f");
  EXPECT_EQ(literal(Target::opencl, 1, Type::f16), "(half) 1.0f");
  EXPECT_EQ(literal(Target::cuda, -INFINITY, Type::f32), "-INFINITY");
  EXPECT_EQ(literal(Target::cuda, 1e60, Type::f32), "INFINITY");  // beyond f32
}

TEST(Dialect, CallsAreOfTheFunctionForTheType) {
  EXPECT_EQ(call_text(Target::cuda, "sin", Type::f32, {"x"}), "sinf(x)");
  EXPECT_EQ(call_text(Target::cuda, "sin", Type::f64, {"x"}), "sin(x)");
  EXPECT_EQ(call_text(Target::cpp, "max", Type::f32, {"x", "y"}), "std::fmax(x, y)");
  EXPECT_EQ(call_text(Target::cpp, "max", Type::i32, {"i", "j"}), "std::max<int>(i, j)");
  EXPECT_EQ(call_text(Target::opencl, "abs", Type::i32, {"i"}), "(int) abs(i)");
  EXPECT_EQ(call_text(Target::cpp, "rsqrt", Type::f32, {"x"}), "1.0f / std::sqrt(x)");
  EXPECT_EQ(call_text(Target::cuda, "sin", Type::f16, {"x"}), "(__half) sinf((float) (x))");
}

TEST(Dialect, FencesAndHelpersAndReservedWords) {
  EXPECT_EQ(barrier_text(Target::cuda, true), "__syncthreads();");
  EXPECT_EQ(barrier_text(Target::opencl, false), "barrier(CLK_LOCAL_MEM_FENCE);");
  EXPECT_NE(barrier_text(Target::opencl, true), barrier_text(Target::opencl, false));
  EXPECT_EQ(helper(Target::cuda, true).substr(0, 18), "static __device__ ");
  EXPECT_TRUE(is_reserved("kernel"));
  EXPECT_TRUE(is_reserved("floor_div"));
  EXPECT_FALSE(is_reserved("a"));
}

const std::string tiled =
    "domain { [b,t] : 0 <= b and 0 <= t < 64 and 64*b + t < n }\n"
    "global a: f32[n]\n"
    "a[64*b + t] = 2.0*a[64*b + t]\n"
    "---\n"
    "tag b:g.0, t:l.0\n";

TEST(Dialect, ASignatureStatesAGroupOfConstantSize) {
  const Program p = program_of(tiled);

  EXPECT_EQ(signature(p, Target::cuda, "k", {"float *a", "int n"}),
            "extern \"C\" __global__ void __launch_bounds__(64) k(\n    float *a,\n    int n)");
  EXPECT_NE(signature(p, Target::opencl, "k", {"int n"}).find("reqd_work_group_size(64"), std::string::npos);
  EXPECT_EQ(signature(p, Target::cpp, "k", {"int n"}), "extern \"C\" void k(\n    int n)");
}

TEST(Dialect, ArgumentsThatAreNotWrittenAreConstant) {
  Argument array;
  array.kind = Argument::Kind::array;
  array.type = Type::f32;

  EXPECT_EQ(argument_text(Target::opencl, array, "a"), "__global float const *restrict a");
  array.written = true;
  EXPECT_EQ(argument_text(Target::cuda, array, "a"), "float *__restrict__ a");
}

TEST(Dialect, ThePreambleAsksForWhatTheTypesNeed) {
  const Program halves = program_of("domain { [i] : 0 <= i < n }\nglobal a: f16[n]\na[i] = a[i]\n");

  EXPECT_NE(preamble(halves, Target::opencl).find("cl_khr_fp16"), std::string::npos);
  EXPECT_NE(preamble(halves, Target::cuda).find("cuda_fp16.h"), std::string::npos);
  EXPECT_EQ(preamble(program_of(tiled), Target::opencl).find("cl_khr"), std::string::npos);
}

TEST(AtomicAddition, IsOfTheTargetAndOfTwoTypes) {
  Variable array;
  array.name = "h";
  array.type = Type::f32;

  EXPECT_EQ(atomic_addition(Target::cuda, array, "h[i]", "v"), "atomicAdd(&h[i], v);");
  EXPECT_EQ(atomic_addition(Target::cpp, array, "h[i]", "v"), "h[i] += v;");
  EXPECT_EQ(atomic_addition(Target::opencl, array, "h[i]", "v"), "atomic_add_f32_global(&h[i], v);");
  array.type = Type::i32;
  EXPECT_EQ(atomic_addition(Target::opencl, array, "h[i]", "v"), "atomic_add(&h[i], v);");
  array.type = Type::f64;
  EXPECT_EQ(message_of([&] { (void)atomic_addition(Target::cuda, array, "h[i]", "v"); }),
            "atomic additions are of i32 and f32; 'h' holds f64");
  EXPECT_EQ(atomic_helpers(program_of(tiled), Target::opencl), "");
}

TEST(Placement, LoopsBecomePlacesInTheLaunch) {
  const Program p = program_of(tiled);
  const Placement placement(p);

  EXPECT_EQ(to_text(placement.values().at("b")), "gid(0)");
  EXPECT_EQ(to_text(placement.values().at("t")), "lid(0)");
  EXPECT_EQ(placement.work_items(), std::vector<std::string>{"lid(0)"});
  const auto runs = placement.runs(p.statements[0]);
  const auto names = runs.parameters();
  EXPECT_NE(std::ranges::find(names, "gid(0)"), names.end());
}

TEST(CExpressions, ADivisionThatIsNeverNegativeIsThatOfC) {
  const Program p = program_of("domain { [i] : 0 <= i < n }\nglobal a: f32[n]\na[i] = 1.0\n");
  const std::map<std::string, ExpressionPtr> values;
  CExpressions c(p, Target::cuda, values);
  const ExpressionPtr quotient = make(Op::floor_div, {name("i"), integer(4)});

  EXPECT_EQ(c.index(quotient, symbolic::Set::parse("[i] -> { : i >= 0 }", p.context)), "i/4");
  EXPECT_FALSE(c.uses_floor_div);
  EXPECT_EQ(c.index(quotient, anything(p.context)), "floor_div(i, 4)");
  EXPECT_TRUE(c.uses_floor_div);
}

TEST(CExpressions, ConditionsAreComparisons) {
  const Program p = program_of("domain { [i] : 0 <= i < n }\nglobal a: f32[n]\na[i] = 1.0\n");
  const std::map<std::string, ExpressionPtr> values;
  CExpressions c(p, Target::cuda, values);

  EXPECT_EQ(c.condition({{{name("n"), 1}, {name("i"), -1}}, -1, false}, anything(p.context)), "i < n");
  EXPECT_EQ(c.condition({{{name("i"), 1}}, 0, true}, anything(p.context)), "i == 0");
}

TEST(Body, GuardsWhatTheLaunchDoesNot) {
  const Program p = infer_types(program_of(tiled));
  const Placement placement(p);
  CExpressions c(p, Target::cuda, placement.values());

  std::string text;
  for (const std::string& line : Body(p, Target::cuda, placement, c).lines(schedule(p))) text += line + "\n";

  EXPECT_NE(text.find("if (64*gid(0) + lid(0) < n)"), std::string::npos) << text;
  EXPECT_NE(text.find("a[64*gid(0) + lid(0)] = 2.0f * a[64*gid(0) + lid(0)];"), std::string::npos) << text;
}

TEST(PlaceBarriers, OneIsBetweenTheStoreAndTheLoadOfAnotherWorkItem) {
  const Program p = infer_types(program_of(
      "domain { [t,u] : 0 <= t,u < 64 }\nglobal a: f32[64]\nglobal c: f32[64]\nlocal s: f32[64]\ns[t] = a[t]\n"
      "c[u] = s[63 - u]\n---\ntag t:l.0, u:l.0\n"));
  std::vector<Step> steps;
  for (const Step& step : schedule(p))
    if (step.kind != Step::Kind::barrier) steps.push_back(step);

  place_barriers(p, steps);

  ASSERT_EQ(steps.size(), 3);
  EXPECT_EQ(steps[1].kind, Step::Kind::barrier);
}

TEST(PlaceBarriers, NoneIsWhereEachWorkItemReadsItsOwn) {
  const Program p = infer_types(
      program_of("domain { [t] : 0 <= t < 64 }\nglobal a: f32[64]\nlocal s: f32[64]\ns[t] = a[t]\na[t] = s[t]\n---\n"
                 "tag t:l.0\n"));
  std::vector<Step> steps = schedule(p);

  place_barriers(p, steps);

  EXPECT_EQ(steps.size(), 2);
}

}  // namespace
}  // namespace forewarp::loop::detail
