// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/expression/expression.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "forewarp/model/expression/calibrate.hpp"
#include "forewarp/model/expression/feature.hpp"
#include "forewarp/support/error.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::model::expression;
using symbolic::PwQPolynomial;

double value(const std::string& text, std::vector<double> features, std::vector<double> parameters) {
  const Expression e = parse(text);
  return Compiled(e.tree, e.features, e.parameters)(features, parameters);
}

std::string refusal(const std::string& text) {
  try {
    (void)parse(text);
  } catch (const ParseError& e) {
    return e.what();
  }
  return "";
}

TEST(Expression, ArithmeticBindsAsOnPaper) {
  EXPECT_DOUBLE_EQ(value("p_a + 2*3^2", {}, {1}), 19);
  EXPECT_DOUBLE_EQ(value("-p_a^2", {}, {3}), -9);
  EXPECT_DOUBLE_EQ(value("2^3^2*p_a", {}, {1}), 512);
  EXPECT_DOUBLE_EQ(value("(p_a - 1 - 1)/4/2", {}, {10}), 1);
  EXPECT_DOUBLE_EQ(value("p_a * -f_x", {5}, {2}), -10);
  EXPECT_DOUBLE_EQ(value("1.5e1*p_a", {}, {2}), 30);
}

TEST(Expression, Functions) {
  EXPECT_DOUBLE_EQ(value("tanh(p_a) + exp(p_a) + log(p_a) + sqrt(p_a)", {}, {2}),
                   std::tanh(2) + std::exp(2) + std::log(2) + std::sqrt(2));
  EXPECT_DOUBLE_EQ(value("abs(-p_a) + 10*min(p_a, 3) + 100*max(p_a, 3)", {}, {2}), 2 + 20 + 300);
  EXPECT_DOUBLE_EQ(value("step(p_a, 10)", {}, {0}), 0.5);
  EXPECT_NEAR(value("overlap(p_a, p_b, 100)", {}, {3, 5}), 5, 1e-12);  // Eq. 5: the greater
  EXPECT_NEAR(value("partial(p_a, p_b, 100, 0.5)", {}, {3, 5}), 6.5, 1e-12);
}

TEST(Expression, FeatureNamesOfThePaper) {
  const Expression e = parse(
      "p_f32madd * f_op_float32_madd + p_g * f_mem_access_tag:aLD + p_b*f_sync_barrier_local*f_thread_groups + "
      "p_h * f_mem_access_global_float32_load_lstrides:{0:1;1:>15}_gstrides:{0: 0}_afr:>1/2 + p_f32madd");
  EXPECT_EQ(e.parameters, (std::vector<std::string>{"p_f32madd", "p_g", "p_b", "p_h"}));
  EXPECT_EQ(e.features.back(), "f_mem_access_global_float32_load_lstrides:{0:1;1:>15}_gstrides:{0:0}_afr:>1");
  EXPECT_EQ(e.features.size(), 5u);
}

TEST(Expression, MistakesAreNamedAtTheirPlace) {
  EXPECT_EQ(refusal("p_a * (f_b"), "expression: 'p_a * (f_b' at position 11: expected ')'");
  EXPECT_NE(refusal("p_a + tahn(f_b)").find("at position 7: there is no function 'tahn'"), std::string::npos);
  EXPECT_NE(refusal("p_a + tahn(f_b)").find("tanh"), std::string::npos);
  EXPECT_NE(refusal("min(p_a)").find("min takes 2 to 16 arguments, not 1"), std::string::npos);
  EXPECT_NE(refusal("p_a +").find("ends where a value was expected"), std::string::npos);
  EXPECT_NE(refusal("p_a ? 1").find("unexpected '?'"), std::string::npos);
  EXPECT_NE(refusal("p_a + tanj")
                .find("'tanj' is neither a function, nor a feature f_..., nor a parameter p_... (did "
                      "you mean 'tanh'?)"),
            std::string::npos);
  EXPECT_NE(refusal("f_x * 2").find("nothing to calibrate"), std::string::npos);
  EXPECT_NE(refusal("p_a*f_mem_access_lstrides:{0:1").find("'}' is missing"), std::string::npos);
  EXPECT_NE(refusal(std::string(500, '(') + "p_a").find("more than 200 deep"), std::string::npos);
}

TEST(Expression, DerivativesAreExact) {
  for (const std::string text :
       {"p_a*f_x + f_x", "overlap(p_a*f_x, p_b*3, 0.7)", "p_a^3/(p_b + 1)", "exp(p_a)*log(p_b)*sqrt(p_a)",
        "min(p_a*p_b, 7) + max(p_a, p_b) + abs(-p_a)", "partial(p_a, p_b, 1, 0.3)", "p_b^p_a - tanh(p_a/p_b)"}) {
    const Expression e = parse(text);
    const Compiled whole(e.tree, e.features, e.parameters);
    const Compiled slope(derivative(e.tree, "p_a"), e.features, e.parameters);
    const std::vector<double> features(e.features.size(), 1.7);
    std::vector<double> at;
    for (std::size_t k = 0; k < e.parameters.size(); ++k) at.push_back(1.3 + 0.4 * static_cast<double>(k));
    const auto p_a = std::ranges::find(e.parameters, "p_a") - e.parameters.begin();
    std::vector<double> low = at, high = at;
    low[static_cast<std::size_t>(p_a)] -= 1e-5;
    high[static_cast<std::size_t>(p_a)] += 1e-5;
    EXPECT_NEAR(slope(features, at), (whole(features, high) - whole(features, low)) / 2e-5, 1e-6) << text;
  }
}

count::KernelCounts kernel() {
  const PwQPolynomial n = PwQPolynomial::parameter("n");
  count::KernelCounts counts;
  counts.kernel = "product";
  counts.parameters = {"n"};
  counts.groups = n;
  counts.local_barriers = PwQPolynomial::constant(2);
  count::Operation madd;
  madd.kind = "madd";
  madd.data_type = "float32";
  madd.count = n * n;
  counts.operations = {madd};
  counts.chains = {madd};
  counts.chains[0].count = n;
  for (const std::int64_t stride : {0, 16}) {
    count::MemoryAccess row;
    row.array = stride == 0 ? "a" : "b";
    row.tag = row.array + "LD";
    row.space = "global";
    row.direction = "load";
    row.data_type = "float32";
    row.local_strides = {{0, PwQPolynomial::constant(1)}, {1, n}};
    row.group_strides = {{0, PwQPolynomial::constant(stride)}};
    row.footprint = n * n;
    row.access_ratio = n * PwQPolynomial::constant(2);
    row.count = row.executions = n * PwQPolynomial::constant(stride + 1);
    counts.accesses.push_back(row);
  }
  return counts;
}

double feature(const std::string& text, std::int64_t n) { return FeatureValues(kernel(), {text}).at({{"n", n}})[0]; }

TEST(Feature, ValuesAreSumsOfTheRowsThatMatch) {
  EXPECT_EQ(feature("f_op_float32_madd", 8), 64);
  EXPECT_EQ(feature("f_op_float32", 8), 64);
  EXPECT_EQ(feature("f_chain_float32_madd", 8), 8);
  EXPECT_EQ(feature("f_mem_access", 8), 8 * 18);
  EXPECT_EQ(feature("f_mem_access_tag:aLD", 8), 8);
  EXPECT_EQ(feature("f_mem_access_tag:bLD_global_float32_load", 8), 8 * 17);
  EXPECT_EQ(feature("f_mem_access_global_float32_load_lstrides:{0:1;1:>15}_gstrides:{0:0}_afr:>1", 64), 64);
  EXPECT_EQ(feature("f_mem_access_gstrides:{0:16}", 64), 64 * 17);
  EXPECT_EQ(feature("f_mem_access_lstrides:{1:n}_afr:2*n", 64), 64 * 18);
  EXPECT_EQ(feature("f_sync_barrier_local", 8), 2);
  EXPECT_EQ(feature("f_sync_kernel_launch", 8), 1);
  EXPECT_EQ(feature("f_thread_groups", 8), 8);
}

TEST(Feature, WhatMatchesIsAskedAgainAtOtherSizes) {
  FeatureValues values(kernel(), {"f_mem_access_lstrides:{1:>15}"});
  EXPECT_EQ(values.at({{"n", 16}})[0], 16 * 18);
  EXPECT_THROW((void)values.at({{"n", 8}}), InputError);  // a stride of 8
}

TEST(Feature, NothingThatMatchesIsAnErrorWithNearOnes) {
  try {
    (void)FeatureValues(kernel(), {"f_op_float32_add"});
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("f_op_float32_madd"), std::string::npos) << e.what();
  }
  EXPECT_EQ(FeatureValues(kernel(), {"f_op_float32_add"}, {}, Unmatched::is_zero).at({{"n", 4}})[0], 0);
  EXPECT_THROW((void)parse_feature("f_mem_access_load_global"), InputError);
  EXPECT_THROW((void)parse_feature("f_mem_access_lstrides:{0=1}"), InputError);
  EXPECT_THROW((void)parse_feature("f_mem_access_lstrides:{9:1}"), InputError);
  EXPECT_THROW((void)parse_feature("f_mem_access_afr:>"), InputError);
  EXPECT_THROW((void)parse_feature("f_op_floar32_add"), InputError);
}

TEST(Feature, AnUnknownRatioIsNamedWhereAFeatureAsksForIt) {
  count::KernelCounts counts = kernel();
  counts.accesses[1].footprint.reset();  // of b, whose stride is 16 along the groups
  counts.accesses[1].access_ratio.reset();

  const Sizes sizes{{"n", 8}};
  EXPECT_TRUE(undecided({"f_mem_access_gstrides:{0:16}", "f_op_float32_madd"}, counts, sizes).empty());
  EXPECT_TRUE(undecided({"f_mem_access_tag:aLD_afr:>1"}, counts, sizes).empty());          // a is known
  EXPECT_TRUE(undecided({"f_mem_access_gstrides:{0:32}_afr:>1"}, counts, sizes).empty());  // no row has this stride
  const auto found = undecided({"f_mem_access_gstrides:{0:16}_afr:>1"}, counts, sizes);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].find("'b'"), std::string::npos) << found[0];
}

TEST(Feature, UsersBringTheirOwn) {
  const OwnFeatures own{{"f_half", [](const count::KernelCounts&, const Sizes& sizes) {
                           return static_cast<double>(sizes.at("n")) / 2;
                         }}};
  EXPECT_EQ(FeatureValues(kernel(), {"f_half"}, own).at({{"n", 7}})[0], 3.5);
  EXPECT_THROW((void)FeatureValues(kernel(), {"f_other"}, own), InputError);
}

/// Noise of a size that is the same in every run: (i*37 % 11 - 5)/5 in [-1, 1].
double noise(int i) { return (i * 37 % 11 - 5) / 5.0; }

Table planted(const Expression& e, const std::vector<double>& truth, double noise_size) {
  std::vector<std::vector<double>> columns(e.features.size());
  std::vector<double> times;
  const Compiled whole(e.tree, e.features, e.parameters);
  for (int i = 0; i < 60; ++i) {
    std::vector<double> features;
    for (std::size_t k = 0; k < e.features.size(); ++k) {
      features.push_back(1e6 * (1 + (i * (7 + 4 * static_cast<int>(k))) % 23) *
                         (i % (static_cast<int>(k) + 2) == 0 ? 8 : 1));
      columns[k].push_back(features.back());
    }
    times.push_back(whole(features, truth) * (1 + noise_size * noise(i)));
  }
  Table table;
  for (std::size_t k = 0; k < e.features.size(); ++k) table.add(e.features[k], columns[k]);
  table.add("f_cl_wall_time", times);
  return table;
}

TEST(Calibrate, PlantedLinearCostsComeBack) {
  const Expression e = parse("p_a*f_a + p_b*f_b + p_c*f_c");
  const std::vector<double> truth{5e-12, 3e-11, 1.9e-12};

  const Calibration exact = calibrate(e, planted(e, truth, 0));
  const Calibration noisy = calibrate(e, planted(e, truth, 0.01));

  ASSERT_EQ(exact.parameters.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(exact.parameters[k].value / truth[k], 1, 1e-6);
    EXPECT_NEAR(noisy.parameters[k].value, truth[k], 4 * noisy.parameters[k].standard_error);
    EXPECT_LT(noisy.parameters[k].standard_error, 0.1 * truth[k]);
  }
  EXPECT_LT(exact.residual, 1e-6);
  EXPECT_TRUE(noisy.not_told_apart.empty());
}

TEST(Calibrate, PlantedOverlapComesBackAndBeatsTheLinearModel) {
  const Expression overlapped = parse("overlap(p_g*f_g, p_c*f_c, p_edge)");
  const Expression linear = parse("p_g*f_g + p_c*f_c");
  const Table table = planted(overlapped, {3e-12, 4e-12, 1e5}, 0.01);

  const Calibration c = calibrate(overlapped, table);
  const auto compared = compare({linear, overlapped}, table);

  EXPECT_NEAR(c.parameters[0].value / 3e-12, 1, 0.03);
  EXPECT_NEAR(c.parameters[1].value / 4e-12, 1, 0.03);
  EXPECT_LT(compared[1].mean_error, compared[0].mean_error / 3);
}

TEST(Calibrate, CostsStayAtOrAboveZero) {
  const Expression e = parse("p_a*f_a + p_b*f_b");
  const Calibration c = calibrate(e, planted(e, {5e-12, -1e-14}, 0));
  EXPECT_EQ(c.parameters[1].value, 0);
  EXPECT_TRUE(c.parameters[1].at_bound);
}

TEST(Calibrate, WhatCannotBeToldApartIsNamed) {
  const Expression one = parse("p_a*f_a + p_b*f_b");
  const Expression e = parse("p_a*f_a + p_b*f_b + p_twin*f_a + 0*p_idle");
  const Calibration c = calibrate(e, planted(one, {5e-12, 3e-12}, 0));
  ASSERT_EQ(c.not_told_apart.size(), 1u) << c.message;
  EXPECT_EQ(c.not_told_apart[0], (std::vector<std::string>{"p_a", "p_twin"}));
  EXPECT_EQ(c.not_told, std::vector<std::string>{"p_idle"});
}

TEST(Calibrate, BadSamplesAreRefused) {
  const Expression e = parse("p_a*f_a");
  Table table;
  table.add("f_a", std::vector<double>{1, 2});
  EXPECT_THROW((void)calibrate(e, table), InputError);  // no times
  table.add("f_cl_wall_time", std::vector<double>{1, 0});
  EXPECT_THROW((void)calibrate(e, table), InputError);  // a time of 0
}

TEST(Calibrate, FilesComeBackAndPredictTheirTerms) {
  const Expression e = parse("p_a*f_a + p_b*f_b");
  Calibration c = calibrate(e, planted(e, {5e-12, 3e-12}, 0));
  c.device = "test";
  const std::string path = testing::TempDir() + "expression_model.json";
  save(c, path);

  const Predictor predictor(load(path));
  const auto prediction = predictor.explain(std::vector<double>{1e9, 2e9});

  EXPECT_EQ(load(path).device, "test");
  EXPECT_NEAR(prediction.value, 5e-3 + 6e-3, 1e-8);
  ASSERT_EQ(prediction.terms.size(), 2u);
  EXPECT_EQ(prediction.terms[1].text, "p_b*f_b");
  EXPECT_NEAR(prediction.terms[1].value, 6e-3, 1e-8);
  EXPECT_THROW((void)predictor.value(std::vector<double>{1}), InputError);
  EXPECT_THROW((void)load(path + ".none"), InputError);
}

TEST(Calibrate, AnOverlapIsExplainedByTheTermsOfItsTwoCosts) {
  Calibration c;
  c.expression = "p_l*f_l + 2*overlap(p_a*f_a + p_b*f_b, p_c*f_c, p_e)";
  for (const char* name : {"p_l", "p_a", "p_b", "p_c"}) c.parameters.push_back({.name = name, .value = 1});
  c.parameters.push_back({.name = "p_e", .value = 1e6});

  const auto prediction = Predictor(c).explain(std::vector<double>{1, 3, 4, 5});

  // 2 max(3 + 4, 5) where the edge is sharp, and 1 beside it.
  EXPECT_NEAR(prediction.value, 15, 1e-3);
  ASSERT_EQ(prediction.terms.size(), 2u);
  const Term& overlap = prediction.terms[1];
  EXPECT_EQ(overlap.text, "2*overlap(...)");
  EXPECT_NEAR(overlap.value, 14, 1e-3);
  ASSERT_EQ(overlap.sides.size(), 2u);
  ASSERT_EQ(overlap.sides[0].size(), 2u);
  EXPECT_EQ(overlap.sides[0][1].text, "p_b*f_b");
  EXPECT_DOUBLE_EQ(overlap.sides[0][1].value, 8) << "what it is multiplied by counts for its terms too";
  ASSERT_EQ(overlap.sides[1].size(), 1u);
  EXPECT_DOUBLE_EQ(overlap.sides[1][0].value, 10);
}

TEST(Calibrate, TheWorkRemovalDiagnostic) {
  EXPECT_DOUBLE_EQ(hidden_share(5, 3, 2), 0);
  EXPECT_DOUBLE_EQ(hidden_share(3, 3, 2), 1);
  EXPECT_DOUBLE_EQ(hidden_share(4, 3, 2), 0.5);
  EXPECT_THROW((void)hidden_share(0, 3, 2), InputError);
}

}  // namespace
