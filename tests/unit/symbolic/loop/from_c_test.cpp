// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Loop programs from C compute what the C function computes: the interpreter's results beside loops written here.
#include "forewarp/symbolic/loop/c/from_c.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "forewarp/symbolic/count/loop/count_loop.hpp"
#include "forewarp/symbolic/loop/interpret.hpp"
#include "forewarp/symbolic/loop/read.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::loop;

FromC made_of(const std::string& code, const COptions& options = {}) {
  const TemporaryFolder folder("from_c");
  write_file(folder.path() / "f.c", code);
  return from_c(folder.path() / "f.c", options);
}

std::string refusal_of(const std::string& code) {
  try {
    (void)made_of(code);
  } catch (const ParseError& error) {
    const std::string text = error.what();
    return text.substr(text.rfind("f.c:") + 4);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

double madds(const std::string& text, const std::map<std::string, std::int64_t>& sizes) {
  const count::KernelCounts counts = count::count_loop(parse(text));
  for (const count::Operation& row : counts.operations)
    if (row.kind == "madd") return row.guarded.evaluate(sizes).value();
  return 0;
}

TEST(FromC, ATriangularSolveRunsAsItsLoopsDo) {
  const FromC made = made_of(
      "void tri(int n, const double *L, const double *b, double *x) {\n"
      "  for (int i = 0; i < n; i++) {\n"
      "    double s = b[i];\n"
      "    for (int k = 0; k < i; k++) s -= L[i*n + k]*x[k];\n"
      "    x[i] = s / L[i*n + i];\n  }\n}\n");
  constexpr int n = 5;
  Arrays arrays;
  for (int i = 0; i < n * n; ++i) arrays["L"].push_back(1 + i % 3);
  arrays["b"] = {1, 2, 3, 4, 5};
  std::vector<double> expected(n);
  for (int i = 0; i < n; ++i) {
    double s = arrays["b"][static_cast<std::size_t>(i)];
    for (int k = 0; k < i; ++k)
      s -= arrays["L"][static_cast<std::size_t>(i * n + k)] * expected[static_cast<std::size_t>(k)];
    expected[static_cast<std::size_t>(i)] = s / arrays["L"][static_cast<std::size_t>(i * n + i)];
  }

  interpret(parse(made.text), {{"n", n}}, arrays);

  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(arrays["x"][i], expected[i], 1e-12) << i << "\n" << made.text;
  EXPECT_EQ(madds(made.text, {{"n", 100}}), 4950);  // 0 + 1 + ... + 99
}

TEST(FromC, LoopsThatCountDownOrByTwoVisitTheSameElements) {
  const FromC made = made_of(
      "float f(int n, float *x) {\n  float s = 0;\n"
      "  for (int i = n - 1; i > 2; i -= 3) s += x[i];\n  return s;\n}\n");
  Arrays arrays;
  for (int i = 0; i < 12; ++i) arrays["x"].push_back(1 << i);

  interpret(parse(made.text), {{"n", 12}}, arrays);

  EXPECT_EQ(arrays["result"][0], (1 << 11) + (1 << 8) + (1 << 5)) << made.text;
}

TEST(FromC, ConditionsHaveBothBranchesAndNamesThatAreTakenAreChanged) {
  const FromC made = made_of(
      "typedef double real;\n"
      "void f(int n, real max[n], const real *mod) {\n"
      "  for (int i = 0; i < n; i++)\n"
      "    if (i % 2 == 0) max[i] = mod[i]; else max[i] = -mod[i];\n}\n");
  Arrays arrays{{"mod_", {1, 2, 3, 4}}};

  interpret(parse(made.text), {{"n", 4}}, arrays);

  EXPECT_EQ(arrays["max_"], (std::vector<double>{1, -2, 3, -4})) << made.text;
}

TEST(FromC, BoundsThatAreDataBecomeTripCounts) {
  const FromC made = made_of(
      "void spmv(int rows, const int *row, const int *col, const float *val, const float *x, float *y) {\n"
      "  for (int i = 0; i < rows; ++i) {\n    float s = 0.0f;\n"
      "    for (int k = row[i]; k < row[i + 1]; ++k) s += val[k] * x[col[k]];\n"
      "    y[i] = s;\n  }\n}\n");

  const Program program = parse(made.text + "---\ntrips k_trips=12.5\n");

  ASSERT_TRUE(program.trips.contains("k_trips")) << made.text;
  EXPECT_NE(made.text.find("trips k_trips = row[i + 1] - row[i] within i"), std::string::npos) << made.text;
  const count::KernelCounts counts = count::count_loop(program);
  std::map<std::string, std::int64_t> sizes;
  for (const std::string& name : counts.parameters) sizes[name] = 1000;
  for (const count::Operation& row : counts.operations) {
    if (row.kind != "madd") continue;
    EXPECT_EQ(row.executions.evaluate(sizes).value(), 12500);
  }
}

TEST(FromC, NamesWhatIsNotAffineWithItsPlace) {
  const std::string head = "void f(int n, int m, float *x) {\n";
  EXPECT_EQ(refusal_of(head + "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < i*i; j++) x[j] = 0;\n}\n"),
            "3:5: the bound 'j < i*i' of the loop over 'j' is not affine");
  EXPECT_EQ(refusal_of(head + "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++) x[i*j] = 0;\n}\n"),
            "3:33: the subscripts of 'x' are not affine: i*j");
  EXPECT_EQ(refusal_of(head + "  for (int i = 0; i < n; i = 2*i) x[i] = 0;\n}\n"),
            "2:26: the loop over 'i' is not affine: it does not step by a constant");
  EXPECT_NE(refusal_of(head + "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < m; j++) x[i*n + j] = 0;\n}\n")
                .find("would need 0 <= j < n"),
            std::string::npos);
  EXPECT_EQ(refusal_of(head + "  for (int i = 0; i < n; i++) { if (x[i] > 3) break; x[i] = 1; }\n}\n"),
            "2:47: a loop that is left early is not affine");
  EXPECT_EQ(refusal_of("float g(int);\n" + head + "  for (int i = 0; i < n; i++) x[i] = g(i);\n}\n"),
            "3:38: a call of 'g': what it does is not known");
  EXPECT_NE(refusal_of("int f(void) { return 0; }\n").find("no function in it has a for loop"), std::string::npos);
  EXPECT_NE(refusal_of(head + "  for (int i = 0; i < n i++) x[i] = 0;\n}\n").find("error: "), std::string::npos);
}

TEST(FromC, NumbersBeyondTheirTypesAreRefusedOrKept) {
  const std::string head = "void f(int n, double *x) {\n";
  EXPECT_EQ(refusal_of(head + "  for (int i = 0; i < 18446744073709551615u; i++) x[i] = 0;\n}\n"),
            "2:23: '18446744073709551615' does not fit in 64 bits with sign");
  const FromC made = made_of(head + "  for (int i = 0; i < n; i++) x[i] = 1e-310;\n}\n");
  Arrays arrays;
  interpret(parse(made.text), {{"n", 1}}, arrays);
  EXPECT_EQ(arrays["x"][0], 1e-310);  // denormal
}

TEST(FromC, AnExtentThatDoesNotFollowIsASize) {
  const FromC made = made_of(
      "void f(int n, int m, float a[n][m]) {\n"
      "  for (int i = 0; i < n && i < m; i++) a[i][0] = 1;\n}\n");

  EXPECT_NE(made.text.find("global a: f32[a_length, m]"), std::string::npos) << made.text;
}

TEST(FromC, AnAssumptionIsWrittenIntoTheProgram) {
  const FromC made = made_of("void f(int n, float *x) { for (int i = 0; i < n; i++) x[i] = 1; }\n",
                             {.assume = "n >= 1 and n % 16 = 0"});

  ASSERT_TRUE(parse(made.text).assumptions.has_value());
  EXPECT_NE(made.text.find("assume n >= 1 and n % 16 = 0"), std::string::npos);
}

}  // namespace
