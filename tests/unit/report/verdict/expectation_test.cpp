// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/verdict/expectation.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "unit/message_of.hpp"

namespace forewarp::report {
namespace {

/// reduce<float>: 10 and 30 us, reduce<double>: 50 us, each from half to twice that; ns::scan: 10 us. Copies: 2 MB in
/// 200 us; a fill: 100 us. Kernels: 100 us; total: 400 us.
ProgramMeasures some_measures() {
  const auto kernel = [](const char* name, std::size_t launches, double shortest, double longest, double total) {
    const auto seconds = [](double us) { return Seconds{us * 1e-6, us * 0.5e-6, us * 2e-6}; };
    return KernelMeasures{name, launches, seconds(total), seconds(longest), seconds(shortest)};
  };
  ProgramMeasures m;
  m.device = "H100";
  m.kernels = {kernel("ns::scan(int*)", 1, 10, 10, 10), kernel("reduce<double>(double const*)", 1, 50, 50, 50),
               kernel("void reduce<float>(float const*)", 2, 10, 30, 40)};
  for (const KernelMeasures& k : m.kernels) m.all_kernels += k.total;
  m.copies = {2, 2e6, 200e-6};
  m.fills = {1, 100, 100e-6};
  m.busy_s = 350e-6;
  m.host_s = 1e-3;
  return m;
}

bool met(const std::string& text) { return judge(parse_expectation(text), some_measures()).passed; }
std::string message(const std::string& text) { return judge(parse_expectation(text), some_measures()).message; }
std::string refusal(const std::string& text) {
  return testing::message_of<ParseError>([&] { (void)parse_expectation(text); });
}

TEST(Expectation, AKernelIsItsLongestLaunchBelowAndItsShortestAbove) {
  EXPECT_TRUE(met("reduce < 51us"));
  EXPECT_FALSE(met("reduce < 49us"));
  EXPECT_TRUE(met("reduce > 9 us"));
  EXPECT_FALSE(met("reduce > 11us"));
  EXPECT_TRUE(met("51us > reduce"));
  EXPECT_FALSE(met("49us > reduce"));
}

// Three launches of 10, 30 and 50 us: 90 us, 30 us in the mean, 90 % of the kernels' time.
TEST(Expectation, TheMembersOfSeveralKernelsAreAddedUp) {
  EXPECT_TRUE(met("reduce.launches == 3"));
  EXPECT_TRUE(met("reduce.total >= 89.9us and reduce.total <= 90.1us"));
  EXPECT_TRUE(met("reduce.mean > 29us and reduce.mean < 31us"));
  EXPECT_TRUE(met("reduce.max < 51us and reduce.min < 11us"));
  EXPECT_TRUE(met("reduce.share > 89% and reduce.share < 91%"));
}

TEST(Expectation, NamesMayHaveNamespacesArgumentsAndPatterns) {
  EXPECT_TRUE(met("scan < 11us"));
  EXPECT_TRUE(met("ns::scan < 11us"));
  EXPECT_TRUE(met("'reduce<float>'.launches == 2"));
  EXPECT_TRUE(met("'reduce<double>(double const*)'.launches == 1"));
  EXPECT_TRUE(met("\"s*\".launches == 1"));
  EXPECT_TRUE(met("'*float*'.launches == 0"));  // types are no part of the name
  EXPECT_TRUE(met("'*<float>'.launches == 2"));
  EXPECT_TRUE(met("'*'.launches == 4"));
}

TEST(Expectation, QuantitiesOfTheProgramAreComparedInTheirUnits) {
  EXPECT_TRUE(met("total < 401us and total > 399us"));
  EXPECT_TRUE(met("kernels < 0.101ms"));
  EXPECT_TRUE(met("copies <= 201us and copies.number == 2 and copies.bytes <= 2MB"));
  EXPECT_TRUE(met("fills < 1ms && busy < 351us && program < 1.1ms"));
  EXPECT_TRUE(met("copies.bytes < 2MiB"));
}

TEST(Expectation, ATimeOfTheProgramThatIsNotKnownIsNeverMet) {
  ProgramMeasures m = some_measures();
  m.host_s.reset();
  for (const char* text : {"program < 1s", "program > 1us", "program == 0us", "busy < 1s and program < 1s"}) {
    const Verdict verdict = judge(parse_expectation(text), m);

    EXPECT_FALSE(verdict.passed) << text;
    EXPECT_NE(verdict.message.find("the time of the program is not known"), std::string::npos) << verdict.message;
  }
  EXPECT_TRUE(judge(parse_expectation("busy < 1s"), m).passed);
}

// Of 400 us, copies are 50 %.
TEST(Expectation, APercentageOfATimeIsThatPartOfTheTotal) {
  EXPECT_TRUE(met("copies < 51%"));
  EXPECT_FALSE(met("copies < 49%"));
}

TEST(Expectation, SumsAndProductsAreAllowed) {
  EXPECT_TRUE(met("reduce.total + scan.total < 101us"));
  EXPECT_TRUE(met("reduce.total / scan.total > 8.9"));
  EXPECT_TRUE(met("reduce.total < 10 * scan"));
  EXPECT_FALSE(met("reduce.total < 8 * scan"));
}

TEST(Expectation, TheMessageHasTheLimitThePredictionAndItsRange) {
  EXPECT_EQ(message("reduce < 49us"),
            "expected below 49.0 us, predicted 50.0 us (range 25.0 us to 100 us); the limit is within the range");
  EXPECT_EQ(message("reduce < 20us"), "expected below 20.0 us, predicted 50.0 us (range 25.0 us to 100 us)");
  EXPECT_EQ(message("reduce.launches == 2"), "expected equal to 2, found 3");
  EXPECT_EQ(message("copies < 10%"), "expected below 40.0 us, predicted 200 us");
}

TEST(Expectation, AKernelThatWasNotLaunchedFailsItButForNoLaunches) {
  EXPECT_FALSE(met("reduc < 1s"));
  EXPECT_EQ(message("reduc < 1s"),
            "no kernel 'reduc' was launched (did you mean 'reduce'?); those that were: ns::scan, reduce");
  EXPECT_TRUE(met("other.launches == 0"));
  EXPECT_FALSE(met("other.launches < 3"));
}

TEST(Expectation, WhatCannotBeComparedIsRefused) {
  EXPECT_NE(refusal("reduce < 120").find("times have a unit: 120us"), std::string::npos) << refusal("reduce < 120");
  EXPECT_NE(refusal("reduce.launches < 3us").find("a number without unit is compared with a time"), std::string::npos);
  EXPECT_NE(refusal("reduce").find("an expectation compares something"), std::string::npos);
  EXPECT_NE(refusal("reduce < 12parsec").find("'parsec' is no unit"), std::string::npos);
  EXPECT_NE(refusal("reduce.median < 1us").find("a kernel has no 'median'"), std::string::npos);
  EXPECT_NE(refusal("reduce + 3 < 1us").find("cannot be added"), std::string::npos);
  EXPECT_NE(refusal("reduce * reduce < 1us").find("cannot be multiplied"), std::string::npos);
  EXPECT_NE(refusal("reduce < ").find("a value was expected"), std::string::npos);
}

TEST(KernelNames, AreShortWithoutTypesAndArguments) {
  EXPECT_EQ(short_name("void ns::reduce<float, (unsigned)4>(float const*, int)"), "ns::reduce");
  EXPECT_EQ(short_name("(anonymous namespace)::step(void (*)(int))"), "(anonymous namespace)::step");
  EXPECT_EQ(short_name("plain"), "plain");
}

}  // namespace
}  // namespace forewarp::report
