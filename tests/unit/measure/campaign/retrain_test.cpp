// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/retrain.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "forewarp/measure/campaign/models.hpp"
#include "forewarp/measure/campaign/recipe.hpp"
#include "forewarp/measure/campaign/training_table.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/file.hpp"
#include "forewarp/support/table/rows.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"

namespace forewarp::campaign {
namespace {

/// Twelve kernels of four sizes each; time is instructions * 1e-9 s, times two for every second kernel.
Table some_table(const std::string& device = "Some CPU") {
  table::Table::Texts devices, kernels, suites, sources;
  std::vector<feature::Features> rows;
  table::Table::Numbers seconds;
  for (int k = 0; k < 12; ++k)
    for (int size = 0; size < 4; ++size) {
      feature::Features f;
      for (const auto& info : feature::catalogue()) f.set(info.name, 1);
      const double instructions = 1e5 * std::pow(8.0, size) * (1 + 0.1 * k);
      f.set("total_instructions", instructions);
      f.set("special_ops", k % 2 == 0 ? 0 : instructions / 2);
      rows.push_back(f);
      seconds.push_back(instructions * 1e-9 * (1 + k % 2));
      devices.push_back(device);
      kernels.push_back("k" + std::to_string(k));
      suites.push_back(k < 6 ? "one" : "two");
      sources.push_back("measured");
    }
  Table table;
  table.add("device", devices);
  table.add("kernel", kernels);
  table.add("suite", suites);
  table.add("source", sources);
  for (const auto& [name, unused] : rows.front().items()) {
    table::Table::Numbers column;
    for (const feature::Features& f : rows) column.push_back(f.at(name));
    table.add(name, column);
  }
  table.add("time", seconds, "s");
  return table;
}

RetrainOptions quick() { return {.trees = 16, .iterations = 1, .date = "2026-11-21", .device_kind = "", .threads = 1}; }

TEST(Input, IsAFeatureOrAnExpressionOfThem) {
  LaunchFacts facts;
  facts.features.set("special_ops", 3);
  facts.features.set("total_instructions", 12);
  facts.features.set("sync_ops", 0);

  EXPECT_EQ(input("special_ops", facts), 3);
  EXPECT_EQ(input("special_ops/total_instructions", facts), 0.25);
  EXPECT_EQ(input("special_ops/sync_ops", facts), 0);
  EXPECT_EQ(input("special_ops*total_instructions", facts), 36);
  EXPECT_EQ(input("0.5 + 2*special_ops/total_instructions", facts), 1);
  EXPECT_EQ(input("1e-3*special_ops", facts), 3e-3);
  EXPECT_EQ(input("(total_instructions - special_ops)/(1 + 2)", facts), 3);
  EXPECT_EQ(input("1 + special_ops/(sync_ops*2)", facts), 1);  // a quotient by 0 is 0
  EXPECT_THROW((void)input("special_ops +", facts), ParseError);
  EXPECT_THROW((void)input("bounds_runtime_s", facts), InputError);
  EXPECT_THROW((void)input("colour", facts), InputError);
}

TEST(Retrain, ScoresEveryRecipeOnEveryWayOfLeavingOut) {
  const Retrained result = retrain(some_table(), "time", "Some CPU", quick());

  EXPECT_EQ(result.rows, 48u);
  EXPECT_EQ(result.kernels, 12u);
  ASSERT_EQ(result.evaluation.schemes.size(), 3u);  // alone, by kernel, by suite
  EXPECT_EQ(result.evaluation.schemes[0].methods.size(), 5u);
  EXPECT_TRUE(result.nested);
}

TEST(Retrain, TimeThatGoesWithWorkIsLearntPerWork) {
  const Retrained result = retrain(some_table(), "time", "Some CPU", quick());

  // time / instructions is 1e-9 or 2e-9 as the share of special functions says; bounds can say so, too
  EXPECT_TRUE(result.chosen == "per work" || result.chosen == "bounds" || result.chosen == "support vectors")
      << result.chosen;
  LaunchFacts facts;
  for (const auto& info : feature::catalogue()) facts.features.set(info.name, 1);
  facts.features.set("total_instructions", 1e6);
  facts.features.set("special_ops", 5e5);
  EXPECT_NEAR(answer_of(result.model, facts).value, 2e-3, 4e-4);
  EXPECT_EQ(result.model.notes.notes.at("recipe"), result.chosen);
}

TEST(Retrain, TheCapLeavesSoManyRowsOfAKernel) {
  RetrainOptions options = quick();
  options.cap = 2;

  EXPECT_EQ(retrain(some_table(), "time", "Some CPU", options).rows, 24u);
}

TEST(Retrain, RefusesWhatHasTooFewRowsOrNoSuchColumn) {
  EXPECT_THROW((void)retrain(some_table(), "time", "Another", quick()), InputError);
  EXPECT_THROW((void)retrain(some_table(), "power", "Some CPU", quick()), InputError);
  EXPECT_THROW((void)retrain_all(Table(), quick()), InputError);
}

TEST(Retrain, ATableOfBeforeAFeatureWasThereIsLearntFromWithoutIt) {
  Table old = some_table();
  Table without;
  for (const Table::Column& column : old.columns()) {
    if (column.name == "thread_new_lines") continue;
    if (column.is_number())
      without.add(column.name, old.numbers(column.name), column.unit);
    else
      without.add(column.name, old.texts(column.name));
  }

  const Retrained result = retrain(without, "time", "Some CPU", quick());

  EXPECT_EQ(result.rows, 48u);
}

/// Two devices with data sheets, one twice as fast by the bounds model and in truth.
TEST(Retrain, TheModelOverSeveralDevicesLearnsWhatTheBoundsModelLeavesOver) {
  Table both;
  const Table one = some_table("V100"), two = some_table("K80");
  for (const Table::Column& column : one.columns()) {
    const std::string& name = column.name;
    if (column.is_number()) {
      Table::Numbers values = one.numbers(name), more = two.numbers(name);
      for (double& value : more) value *= name == "time" ? 2 : 1;
      values.insert(values.end(), more.begin(), more.end());
      both.add(name, values, column.unit);
    } else {
      Table::Texts values = one.texts(name), more = two.texts(name);
      values.insert(values.end(), more.begin(), more.end());
      both.add(name, values);
    }
  }
  for (const auto* names : {&bounds_inputs(), &sheet_inputs()})
    for (const std::string& name : *names) {
      Table::Numbers values(both.rows(), 1);
      if (name == "bounds_runtime_s")
        for (std::size_t i = 0; i < values.size(); ++i)
          values[i] = both.numbers("total_instructions")[i] * (i < one.rows() ? 1e-9 : 2e-9);
      both.add(name, values);
    }

  const Retrained result = retrain_all(both, quick()).back();

  EXPECT_EQ(result.device, every_device);
  ASSERT_EQ(result.evaluation.schemes.back().name, "by device, each left out");
  for (const validate::MethodResult& method : result.evaluation.schemes.back().methods)
    if (method.name == "physics first") {
      EXPECT_LT(method.errors->median, 0.3);
    }
}

class Models : public ::testing::Test {
 protected:
  void SetUp() override { setenv("FOREWARP_MODELS", folder_.path().c_str(), 1); }
  void TearDown() override { unsetenv("FOREWARP_MODELS"); }
  void put(const std::string& device, const std::string& source = "measured") {
    Retrained made = retrain(some_table(), "time", "Some CPU", quick());
    made.model.notes.device = device;
    made.model.notes.notes["source"] = source;
    learn::write_model(folder_ / model_file_name(device + source, "time"), made.model.pipeline, made.model.notes);
  }
  TemporaryFolder folder_{"models"};
};

TEST_F(Models, AreFoundByTheDevicesNameHoweverItIsSaid) {
  put("Tesla V100-SXM2-16GB");

  ASSERT_TRUE(find_model("V100", "time"));
  EXPECT_TRUE(find_model("V100", "time")->exact);
  EXPECT_FALSE(find_model("A100", "time"));
  EXPECT_FALSE(find_model("V100", "power"));
}

TEST_F(Models, OneOfSeveralDevicesAnswersForADataSheetThatNobodyMeasured) {
  put(every_device);

  EXPECT_FALSE(find_model("H200", "time"));
  ASSERT_TRUE(find_model("H200", "time", false, true));
  EXPECT_FALSE(find_model("H200", "time", false, true)->exact);
}

TEST_F(Models, MeasuredOnesComeBeforeSyntheticOnes) {
  put("V100", "synthetic");
  put("V100", "measured");

  EXPECT_EQ(find_model("V100", "time")->model.notes.notes.at("source"), "measured");
}

TEST(ShippedModels, AreOfTheTablesThatShipAndOfMeasurementsAlone) {
  const std::filesystem::path data = std::filesystem::path(forewarp::test::source_dir()) / "data";
  std::size_t models = 0;
  for (const auto& entry : std::filesystem::directory_iterator(data / "models")) {
    if (entry.path().extension() != ".fwm") continue;
    const learn::ModelFile model = learn::read_model(entry.path());
    const std::string target = model.pipeline.spec().target.name;
    const Table table = table::read_table(data / "measured" / (entry.path().stem().string() + ".csv"));

    const Measured measured = measured_from(table, target, model.notes.device);

    EXPECT_EQ(learn::training_digest(measured.samples, {measured.values, {}}), model.notes.data_digest) << entry.path();
    EXPECT_EQ(model.notes.notes.at("source"), "measured");
    EXPECT_FALSE(model.notes.errors.empty());
    EXPECT_FALSE(model.notes.date.empty());
    ++models;
  }
  EXPECT_GT(models, 0u);
}

TEST(ModelFile, IsNamedInLettersDigitsAndDashes) {
  EXPECT_EQ(model_file_name("V100 (synthetic)", "time"), "v100-synthetic-time.fwm");
}

/// some_table() measured at three core clocks: time in inverse proportion to the clock.
Table table_over_clocks() {
  Table all;
  for (const double mhz : {500.0, 1000.0, 2000.0}) {
    const Table plain = some_table();
    Table one;
    for (const Table::Column& column : plain.columns()) {
      if (!column.is_number()) {
        one.add(column.name, plain.texts(column.name));
        continue;
      }
      table::Table::Numbers values = plain.numbers(column.name);
      if (column.name == "time")
        for (double& value : values) value *= 1000 / mhz;
      one.add(column.name, values, column.unit);
    }
    one.add("core_clock", table::Table::Numbers(plain.rows(), mhz), "MHz");
    if (all.columns().empty())
      all = one;
    else
      all = table::append(all, one);
  }
  return all;
}

TEST(Retrain, ClocksAreInputsAndAreLeftOutInTurn) {
  const Retrained result = retrain(table_over_clocks(), "time", "Some CPU", quick());

  const validate::SchemeResult* by_clock = nullptr;
  for (const validate::SchemeResult& scheme : result.evaluation.schemes)
    if (scheme.name.starts_with("by clock")) by_clock = &scheme;
  ASSERT_NE(by_clock, nullptr);
  EXPECT_EQ(result.model.notes.notes.at("clocks"), "500 1000 2000");
  for (const Recipe& recipe : recipes(measured_from(table_over_clocks(), "time"), 4)) {
    const auto& features = recipe.spec.features;
    EXPECT_EQ(std::ranges::count(features, "core_clock", &learn::Variable::name), recipe.name == "bounds" ? 0 : 1)
        << recipe.name;
  }
}

TEST(Retrain, AModelOfOneClockHasNoClocks) {
  const Retrained result = retrain(some_table(), "time", "Some CPU", quick());
  EXPECT_FALSE(result.model.notes.notes.contains("clocks"));
}

}  // namespace
}  // namespace forewarp::campaign
