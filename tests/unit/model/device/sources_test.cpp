// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/detail/sources.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/device/detail/device_file.hpp"
#include "unit/message_of.hpp"

namespace forewarp::device::detail {
namespace {

using forewarp::testing::message_of;

DeviceFile a_file() {
  DeviceFile file;
  file.path = "a.toml";
  for (const char* key : {"sms", "throughput.fp32", "throughput.fp64"}) file.figures[key] = {1, {"a.toml", 7, 1}, ""};
  file.texts["dram_type"] = {"HBM2", {"a.toml", 9, 1}, ""};
  return file;
}

SourceNote note(const char* text, std::vector<std::string> figures) {
  return {text, std::move(figures), {"a.toml", 20, 1}};
}

std::string complaint(const std::vector<SourceNote>& notes) {
  return message_of<ParseError>([&] {
    DeviceFile file = a_file();
    attribute_sources(file, notes);
  });
}

TEST(Sources, APatternTakesWhatNoSourceNames) {
  DeviceFile file = a_file();

  attribute_sources(file, {note("everything", {"*"}), note("paper", {"throughput.fp64"})});

  EXPECT_EQ(file.figures["throughput.fp64"].source, "paper");  // although the pattern comes first
  EXPECT_EQ(file.figures["throughput.fp32"].source, "everything");
  EXPECT_EQ(file.figures["sms"].source, "everything");
  EXPECT_EQ(file.texts["dram_type"].source, "everything");
}

TEST(Sources, EveryFigureHasExactlyOne) {
  EXPECT_EQ(complaint({note("a", {"throughput.*", "dram_type"})}),
            "a.toml:7:1: \"sms\" has no source: name it in a [[source]] with text and figures");
  EXPECT_EQ(complaint({note("a", {"*"}), note("b", {"sms"}), note("c", {"sms"})}),
            "a.toml:20:1: \"sms\" has two sources");
  EXPECT_EQ(complaint({note("a", {"sms", "throughput.*"})}).substr(0, 22), "a.toml:9:1: \"dram_type");
}

TEST(Sources, NamesOfNothingAreRefused) {
  EXPECT_EQ(complaint({note("a", {"*"}), note("b", {"smss"})}),
            "a.toml:20:1: a source for \"smss\", which this file does not give");
  EXPECT_EQ(complaint({note("a", {"*", "latency.*"})}),
            "a.toml:20:1: a source for \"latency.*\", which fits no figure that lacks one");
}

constexpr const char* v1 = R"(name = "V1"
aliases = ["Very First"]
vendor = "nvidia"
sms = 80
[throughput]
fp32 = 64
[[source]]
text = "a paper"
figures = ["*"]
)";

TEST(DeviceFile, HasValuesPlacesAndSources) {
  const DeviceFile file = parse_device_file(v1, "v1.toml");

  EXPECT_EQ(file.texts.at("name").value, "V1");
  EXPECT_EQ(file.aliases, std::vector<std::string>{"Very First"});
  EXPECT_EQ(file.figures.at("sms").value, 80);
  EXPECT_EQ(file.figures.at("throughput.fp32").where.line, 6);
  EXPECT_EQ(file.figures.at("throughput.fp32").source, "a paper");
}

TEST(DeviceFile, RefusesKeysAndValuesWithTheirLine) {
  const auto complaint_of = [](const char* old, const char* text) {
    std::string changed = v1;
    changed.replace(changed.find(old), std::string(old).size(), text);
    return message_of<ParseError>([&] { (void)parse_device_file(changed, "v1.toml"); });
  };

  EXPECT_EQ(complaint_of("sms = 80", "smss = 80").substr(0, 10), "v1.toml:4:");
  EXPECT_EQ(complaint_of("sms = 80", "sms = 80.5").substr(0, 10), "v1.toml:4:");
  EXPECT_EQ(complaint_of("sms = 80", "sms = -1").substr(0, 10), "v1.toml:4:");
  EXPECT_EQ(complaint_of("fp32 = 64", "fp32 = \"many\"").substr(0, 10), "v1.toml:6:");
  EXPECT_THROW((void)read_device_file("/nonexistent/v1.toml"), InputError);
}

}  // namespace
}  // namespace forewarp::device::detail
