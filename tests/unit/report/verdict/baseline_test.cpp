// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/verdict/baseline.hpp"

#include <gtest/gtest.h>

#include "forewarp/report/verdict/junit.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/message_of.hpp"

namespace forewarp::report {
namespace {

Baseline some_baseline(std::initializer_list<std::pair<const char*, double>> kernels) {
  Baseline b{.forewarp = "1.2.3", .program = "solver 1024", .as_ncu = false, .devices = {{}}};
  ProgramMeasures& m = b.devices.front();
  m.device = "H100";
  for (const auto& [name, us] : kernels) m.kernels.push_back({name, 2, {us * 1e-6, us * 0.5e-6, us * 2e-6}, {}, {}});
  m.copies = {1, 1000, 10e-6};
  return b;
}

const Verdict& verdict_on(const std::vector<Verdict>& verdicts, const std::string& name) {
  static const Verdict none{.group = {}, .name = "none", .device = {}, .message = {}};
  for (const Verdict& v : verdicts)
    if (v.name == name) return v;
  return none;
}

TEST(Baseline, IsReadAsItWasWritten) {
  const TemporaryFolder folder;
  const Baseline b = some_baseline({{"a", 10}, {"b", 20}});

  save_baseline(folder / "base.json", b);
  const Baseline read = read_baseline(folder / "base.json");

  EXPECT_EQ(read.forewarp, "1.2.3");
  EXPECT_EQ(read.program, "solver 1024");
  ASSERT_EQ(read.devices.size(), 1U);
  ASSERT_EQ(read.devices[0].kernels.size(), 2U);
  EXPECT_EQ(read.devices[0].kernels[1].name, "b");
  EXPECT_DOUBLE_EQ(read.devices[0].kernels[1].total.predicted, 20e-6);
  EXPECT_EQ(read.devices[0].kernels[1].launches, 2U);
  EXPECT_EQ(read.devices[0].copies.bytes, 1000);
}

// a: 10 us and 10.4 us are within 5 %, 10.6 us are not.
TEST(Baseline, AKernelFailsBeyondTheTolerance) {
  const Baseline before = some_baseline({{"a", 10}});

  EXPECT_TRUE(verdict_on(compare(before, some_baseline({{"a", 10.4}}), 0.05), "a").passed);
  const Verdict slower = verdict_on(compare(before, some_baseline({{"a", 10.6}}), 0.05), "a");
  const Verdict faster = verdict_on(compare(before, some_baseline({{"a", 5}}), 0.05), "a");

  EXPECT_FALSE(slower.passed);
  EXPECT_EQ(slower.message,
            "predicted 10.6 us (range 5.30 us to 21.2 us) in 2 launches, baseline 10.0 us in 2 launches: 6.0 % slower; "
            "expected at most 10.5 us (+5.0 %)");
  EXPECT_TRUE(faster.passed);
  EXPECT_NE(faster.message.find("50 % faster; save a new baseline"), std::string::npos) << faster.message;
}

TEST(Baseline, KernelsThatAppearedOrVanishedAreNamed) {
  const auto verdicts = compare(some_baseline({{"a", 10}, {"old", 1}}), some_baseline({{"a", 10}, {"new", 1}}), 0.05);

  EXPECT_TRUE(verdict_on(verdicts, "a").passed);
  EXPECT_FALSE(verdict_on(verdicts, "old").passed);
  EXPECT_NE(verdict_on(verdicts, "old").message.find("was not launched"), std::string::npos);
  EXPECT_FALSE(verdict_on(verdicts, "new").passed);
  EXPECT_NE(verdict_on(verdicts, "new").message.find("a new kernel"), std::string::npos);
}

TEST(Baseline, CopiesAndFillsAreComparedTogether) {
  Baseline more = some_baseline({});
  more.devices[0].copies.seconds = 20e-6;

  EXPECT_TRUE(verdict_on(compare(some_baseline({}), some_baseline({}), 0), "copies and fills").passed);
  EXPECT_FALSE(verdict_on(compare(some_baseline({}), more, 0.5), "copies and fills").passed);
}

TEST(Baseline, OfOtherConditionsIsRefused) {
  const Baseline before = some_baseline({});
  Baseline version = before, device = before, clocks = before;
  version.forewarp = "2.0.0";
  device.devices[0].device = "V100";
  clocks.as_ncu = true;
  const auto refusal = [&](const Baseline& now) {
    return testing::message_of<InputError>([&] { check_comparable("base.json", before, now); });
  };

  EXPECT_NE(refusal(version).find("made by forewarp 1.2.3, and predictions of 2.0.0 may differ"), std::string::npos);
  EXPECT_NE(refusal(device).find("made for H100, not for V100"), std::string::npos);
  EXPECT_NE(refusal(clocks).find("without --ncu, this run is with it"), std::string::npos);
}

TEST(Baseline, AFileOfSomethingElseIsNamed) {
  const TemporaryFolder folder;
  write_file(folder / "a.json", "{\"forewarp\": 3}");
  write_file(folder / "b.json", "no JSON");

  for (const char* name : {"a.json", "b.json"}) {
    const std::string text = testing::message_of<InputError>([&] { (void)read_baseline(folder / name); });
    EXPECT_NE(text.find("not a baseline"), std::string::npos) << text;
  }
}

TEST(JUnit, CountsCasesAndFailuresAndEscapesTexts) {
  const std::vector<Verdict> verdicts = {
      {.group = "expectation",
       .name = "a < 1us",
       .device = "H100",
       .passed = false,
       .message = "2 us & more\nlines\x01"},
      {.group = "check", .name = "check race", .device = {}, .passed = true, .message = "nothing found"}};

  const std::string xml = junit_xml("solver", verdicts);

  EXPECT_NE(xml.find("tests=\"2\" failures=\"1\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("<testcase classname=\"solver.expectation.H100\" name=\"a &lt; 1us\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("<failure message=\"2 us &amp; more&#10;lines\" type=\"expectation\"/>"), std::string::npos)
      << xml;
  EXPECT_NE(xml.find("<testsuite name=\"solver.check\" tests=\"1\" failures=\"0\""), std::string::npos) << xml;
}

}  // namespace
}  // namespace forewarp::report
