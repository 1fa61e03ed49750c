// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "forewarp/support/error.hpp"
#include "serve/assets.hpp"
#include "serve/base64.hpp"
#include "serve/controls.hpp"
#include "serve/examples.hpp"
#include "serve/opened_file.hpp"
#include "serve/token.hpp"
#include "unit/frontend/fatbin/samples.hpp"

namespace forewarp::serve {
namespace {

TEST(Base64, TheExamplesOfRfc4648AreRead) {
  EXPECT_EQ(from_base64(""), "");
  EXPECT_EQ(from_base64("Zg=="), "f");
  EXPECT_EQ(from_base64("Zm8="), "fo");
  EXPECT_EQ(from_base64("Zm9vYmFy"), "foobar");
}

TEST(Base64, OtherTextsAreRefused) {
  for (const char* text : {"Zg", "Zg=", "Z===", "Zm9v!m==", "Zh==", "=Zg="})
    EXPECT_THROW((void)from_base64(text), InputError) << text;
}

TEST(Token, TwoTokensDifferAndOnlyTheSecretEqualsItself) {
  const std::string one = make_token(), other = make_token();

  EXPECT_EQ(one.size(), 32U);
  EXPECT_NE(one, other);
  EXPECT_TRUE(equal_in_constant_time(one, one));
  EXPECT_FALSE(equal_in_constant_time(other, one));
  EXPECT_FALSE(equal_in_constant_time(one + one, one));
  EXPECT_FALSE(equal_in_constant_time("", ""));
}

TEST(Examples, EachHasASourceAndALaunch) {
  const auto start = start_json();

  ASSERT_GE(start.at("examples").size(), 10U);
  EXPECT_GE(start.at("devices").size(), 100U);
  for (const auto& one : start.at("examples")) {
    const auto example = example_json(one.at("name").get<std::string>());
    EXPECT_NE(example.at("source").get<std::string>().find("__global__"), std::string::npos);
    EXPECT_NE(example.at("launch").get<std::string>().find("grid"), std::string::npos);
  }
  EXPECT_THROW((void)example_json("../saxpy"), InputError);
}

TEST(Controls, ASourceWithoutALaunchBeginsWithAMillionElements) {
  Question one{.name = "k.cu", .text = "__global__ void f(float* x, const unsigned int n) {}"};
  Question two{.name = "k.cu", .text = "__global__ void f(float* x, int rows, int columns, float a) {}"};

  complete(one, kernel_names(one, "k.cu"));
  complete(two, kernel_names(two, "k.cu"));

  EXPECT_EQ(one.set, (std::map<std::string, std::int64_t>{{"n", 1 << 20}}));
  EXPECT_EQ(two.set, (std::map<std::string, std::int64_t>{{"columns", 1024}, {"rows", 1024}}));
}

TEST(Controls, TheFirstOfSeveralKernelsIsChosen) {
  Question question{.name = "k.cu", .text = "__global__ void f(int n) {}\n__global__ void g(int m) {}"};

  complete(question, kernel_names(question, "k.cu"));

  EXPECT_EQ(question.kernel, "f");
  EXPECT_EQ(question.set, (std::map<std::string, std::int64_t>{{"n", 1 << 20}}));
}

TEST(Controls, AFileThatIsNoKernelIsRefused) {
  EXPECT_THROW(check_kind({.name = "notes.txt", .text = "text"}), InputError);
  EXPECT_NO_THROW(check_kind({.name = "a.out",
                              .text = "\x7f"
                                      "ELF\x02\x01\x01"}));
  EXPECT_NO_THROW(check_kind({.name = "k.cl"}));
}

TEST(OpenedFile, ResultsOfForewarpAndCountersBecomePages) {
  const Question rows{.name = "rows.json", .text = R"([{"a": 1, "b": "x"}])", .devices = {"V100"}};
  const Question counters{.name = "ncu.csv",
                          .text =
                              "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
                              "\"0\",\"saxpy\",\"dram__bytes_read.sum\",\"byte\",\"1024\"\n",
                          .devices = {"V100"}};
  const Question kernel{.name = "k.cu", .devices = {"V100"}};

  EXPECT_TRUE(page_of_results(rows).has_value());
  EXPECT_TRUE(page_of_results(counters).has_value());
  EXPECT_FALSE(page_of_results(kernel).has_value());
  EXPECT_FALSE(page_of_machine_code(kernel).has_value());
  EXPECT_THROW((void)page_of_results({.name = "x.json", .text = "{"}), InputError);
}

TEST(OpenedFile, MachineCodeAloneNamesItsKernelsAndWhatIsNeeded) {
  const Question question{.name = "k.cubin", .text = fatbin::samples::cubin({{"scale", 16}, {"shift", 20}})};

  const auto page = page_of_machine_code(question);

  ASSERT_TRUE(page.has_value());
  EXPECT_NE(page->answer->sentence.find("machine code of 2 kernels and no PTX"), std::string::npos);
  const auto& list = std::get<report::PageTable>(page->sections.at(0).blocks.at(0));
  EXPECT_EQ(list.rows.size(), 2U);
  EXPECT_EQ(kernel_names(question, "k.cubin"), (std::vector<std::string>{"scale", "shift"}));
}

TEST(Assets, ThePageAndTheEditorAreEmbedded) {
  EXPECT_TRUE(serve_asset("index.html").starts_with("<!DOCTYPE html>"));
  EXPECT_NE(codemirror_text("codemirror.js").find("CodeMirror"), std::string_view::npos);
  EXPECT_FALSE(codemirror_style("codemirror.css").empty() || codemirror_mode("clike.js").empty() ||
               codemirror_brackets("matchbrackets.js").empty());
  EXPECT_TRUE(serve_asset("nothing").empty());
}

}  // namespace
}  // namespace forewarp::serve
