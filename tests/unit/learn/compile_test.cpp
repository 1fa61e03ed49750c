// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/compile/compile.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <unistd.h>
#include <array>
#include <cmath>
#include <cstdio>
#include <set>

#include "forewarp/learn/compile/code.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "unit/learn/every_learner.hpp"

namespace forewarp::learn {
namespace {

using namespace testing;

/// Names that need quoting, a transform of a feature and of the target, scaling, a range.
ModelFile model_of(const Case& c) {
  PipelineSpec spec{{{"a", "1"}, {"b", "s"}, {"c", "\"B\\?\n", Transform::log2, 0.5}, {"d", ""}},
                    {"time", "s"},
                    ScalingKind::z_score,
                    c.learner,
                    c.settings};
  if (!c.classes) spec.target.transform = Transform::log;
  ModelFile model{Pipeline::fit(spec, train_samples(), target_of(c)), {}};
  if (!c.classes) model.pipeline.set_range({Range::Kind::factor, 0.9, 0.5, 2});
  return model;
}

/// All cases that have a header, and those whose learner says it has none.
struct Compiled {
  std::vector<Case> cases;
  std::vector<ModelFile> models;
  std::vector<std::string> headers;
  std::string program;
  std::set<std::string> refused;
};

std::string prints(std::size_t i, const Case& c) {
  std::string code = fmt::format(
      "  for (const double* x : rows) {{\n    std::printf(\"%a %d\\n\", m{0}::predict(x), "
      "int(m{0}::outside(x)));\n",
      i);
  if (c.classes)
    code += fmt::format(
        "    double p[m{0}::classes];\n    m{0}::probabilities(x, p);\n    for (double v : p) "
        "std::printf(\"%a\\n\", v);\n",
        i);
  else
    code += fmt::format(
        "    double low, high;\n    m{}::range(x, low, high);\n    std::printf(\"%a %a\\n\", low, "
        "high);\n",
        i);
  return code + "  }\n";
}

/// The test rows, one outside, and one that has no logarithm.
std::vector<double> rows_asked() {
  std::vector<double> rows = fixture::test_rows;
  rows.insert(rows.end(), {100, 1, 10, 0, 1, 1, -3, 0});
  return rows;
}

Compiled compiled_cases() {
  Compiled all;
  std::vector<Case> cases = every_case();
  for (const char* const kernel : {"linear", "polynomial", "sigmoid"})
    cases.push_back({"svm", false, {{"kernel", kernel}, {"gamma", "0.1"}}});
  cases.push_back({"svm", true, {{"probability", "no"}}});
  for (const char* const learner : {"boosted_trees", "random_forest", "svm"})
    cases.push_back({learner, true, {}, true});
  cases.push_back({"knn", false, {{"weights", "distance"}}});
  cases.push_back({"mlp", true, {{"epochs", "2"}, {"activation", "tanh"}}});
  cases.push_back({"mlp", false, {{"epochs", "2"}, {"activation", "logistic"}, {"hidden", "7:5:3"}}});
  std::string body;
  for (const Case& c : cases) {
    ModelFile model = model_of(c);
    const std::size_t i = all.cases.size();
    try {
      all.headers.push_back(compiled_header(model, {.name_space = fmt::format("m{}", i), .origin = "a\nb\\"}));
      all.program += fmt::format("#include \"m{}.hpp\"\n", i);
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("cannot be compiled"), std::string::npos) << error.what();
      all.refused.insert(c.learner);
      continue;
    }
    body += prints(i, c);
    all.cases.push_back(c);
    all.models.push_back(std::move(model));
  }
  std::string rows;
  for (std::size_t i = 0; i < rows_asked().size(); i += 4)
    rows += fmt::format("{{{}, {}, {}, {}}}, ", rows_asked()[i], rows_asked()[i + 1], rows_asked()[i + 2],
                        rows_asked()[i + 3]);
  all.program +=
      fmt::format("#include <cstdio>\nint main() {{\n  const double rows[][4] = {{{}}};\n{}}}\n", rows, body);
  return all;
}

void print(std::string& out, const ModelFile& model, std::span<const double> row) {
  const Pipeline& p = model.pipeline;
  const auto hex = [](double v) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%a", v);
    return std::string(text.data());
  };
  Answer answer;
  try {
    answer = p.predict(row);
  } catch (const InputError&) {
    answer.value = NAN;
    answer.outside = !p.outside(row).empty();
    answer.probabilities.assign(p.classes().size(), NAN);
    if (!p.is_class()) answer.low = answer.high = NAN;
  }
  out += fmt::format("{} {}\n", hex(answer.value), answer.outside ? 1 : 0);
  for (const double v : answer.probabilities) out += hex(v) + "\n";
  if (answer.low) out += fmt::format("{} {}\n", hex(*answer.low), hex(*answer.high));
}

std::string output_of(const std::string& command) {
  std::string out;
  FILE* const pipe = ::popen(command.c_str(), "r");
  for (int c = 0; pipe && (c = std::fgetc(pipe)) != EOF;) out += static_cast<char>(c);
  if (pipe) ::pclose(pipe);
  return out;
}

TEST(Compile, TheHeaderAnswersAsTheLibraryToTheBit) {
  const Compiled compiled = compiled_cases();
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / fmt::format("forewarp_compiled_{}", ::getpid());
  std::filesystem::create_directories(folder);
  for (std::size_t i = 0; i < compiled.headers.size(); ++i)
    write_file(folder / fmt::format("m{}.hpp", i), compiled.headers[i]);
  write_file(folder / "main.cpp", compiled.program);
  std::string expected;
  const std::vector<double> rows = rows_asked();
  for (const ModelFile& model : compiled.models)
    for (std::size_t i = 0; i < rows.size(); i += 4) print(expected, model, std::span(rows).subspan(i, 4));

  const std::string program = (folder / "program").string();
  const std::string complaints =
      output_of(fmt::format("{} -std=c++17 -O1 -Wall -Wextra -Wconversion -Werror {} -o {} 2>&1", FOREWARP_TEST_CXX,
                            (folder / "main.cpp").string(), program));
  const std::string actual = output_of(program);

  EXPECT_EQ(complaints, "");
  EXPECT_EQ(actual, expected);
  std::filesystem::remove_all(folder);
}

TEST(Compile, TheseLearnersHaveAHeader) {
  std::set<std::string> names;
  for (const Case& c : compiled_cases().cases) names.insert(c.learner);

  for (const char* const name : {"linear", "bounds", "response", "tree", "random_forest", "extra_trees",
                                 "boosted_trees", "quantile_forest", "svm", "knn", "naive_bayes", "mlp"})
    EXPECT_TRUE(names.count(name)) << name;
}

TEST(Compile, LiteralsAndQuotesSurviveACompiler) {
  EXPECT_EQ(literal(1.0), "1.0");
  EXPECT_EQ(literal(0.1), "0.1");
  EXPECT_EQ(literal(-1e300), "-1e+300");
  EXPECT_EQ(literal(0.1f), "0.1f");
  EXPECT_EQ(literal(-HUGE_VAL), "-std::numeric_limits<double>::infinity()");
  EXPECT_EQ(string_literal("a\"b\\\n?"), "\"a\\042b\\134\\012\\077\"");
}

TEST(Compile, RefusesNamespacesThatAreNoneAndModelsBeyondCompilers) {
  const ModelFile model = model_of({"linear"});
  EXPECT_THROW((void)compiled_header(model, {.name_space = "a b", .origin = {}}), InputError);
  EXPECT_THROW((void)compiled_header(model, {.name_space = "1a", .origin = {}}), InputError);
  EXPECT_THROW((void)compiled_header(model, {.name_space = "", .origin = {}}), InputError);

  Code code;
  const std::vector<double> many(4'000'001);
  EXPECT_THROW(code.array("many", many), InputError);
}

}  // namespace
}  // namespace forewarp::learn
