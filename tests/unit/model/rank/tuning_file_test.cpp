// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/tuner/tuning_file.hpp"

#include <gtest/gtest.h>

#include "unit/message_of.hpp"

namespace forewarp::rank {
namespace {

using testing::message_of;

constexpr const char* t1 = R"({"ConfigurationSpace": {"TuningParameters": [
  {"Name": "x", "Type": "int", "Values": "[2**i for i in range(3)]"}, {"Name": "y", "Type": "int", "Values": [1, 3]}],
  "Conditions": [{"Parameters": ["x", "y"], "Expression": "x / y != 1"}]},
  "KernelSpecification": {"KernelName": "add", "ProblemSize": [64, 64]}})";

constexpr const char* cache = R"({"device_name": "A100", "kernel_name": "add", "problem_size": 64,
  "tune_params_keys": ["x", "y"], "tune_params": {"x": [1, 2], "y": ["a", "b"]}, "cache": {
  "1,a": {"x": 1, "y": "a", "time": 0.5}, "2,b": {"x": 2, "y": "b", "time": "CompilationFailedConfig"},
  "2,a": {"x": 2, "y": "a", "time": 2.0})";  // its end is missing

TuningFile script(const std::string& text) { return parse_tuning_script(text, "tune.py"); }
std::string refused_script(const std::string& text) {
  return message_of([&] { (void)script(text); });
}
std::string refused_json(const std::string& text, const std::string& objective = "") {
  return message_of([&] { (void)parse_tuning_json(text, "a.json", objective); });
}

TEST(TuningFile, T1InputIsAProductWithoutWhatBreaksItsConditions) {
  const TuningFile file = parse_tuning_json(t1, "t1.json");

  ASSERT_EQ(file.space.dimensions.size(), 2U);
  EXPECT_EQ(file.space.dimensions[0].values, (std::vector<std::string>{"1", "2", "4"}));
  EXPECT_EQ(file.kernel_name, "add");
  EXPECT_EQ(python::str(*file.problem_size), "[64, 64]");
  // 1/1 is 1, and no other quotient of 1, 2, 4 and 1, 3 is: 3 * 2 - 1 remain.
  const auto points = configurations(file.space);
  ASSERT_EQ(points.size(), 5U);
  EXPECT_EQ(points.front(), (Configuration{{"x", "1"}, {"y", "3"}}));
}

TEST(TuningFile, T1InputIsRefusedWithTheMemberThatIsWrong) {
  EXPECT_EQ(refused_json(R"({"ConfigurationSpace": {"TuningParameters": [{"Name": "x", "Type": "int"}]}})"),
            "a.json: /ConfigurationSpace/TuningParameters/0: has no member 'Values'");
  EXPECT_EQ(refused_json(R"({"ConfigurationSpace": {"TuningParameters": [
              {"Name": "x", "Type": "int", "Values": "[1.5]"}]}})"),
            "a.json: /ConfigurationSpace/TuningParameters/0/Values: 1.5 is not of the type int");
  EXPECT_EQ(refused_json(R"({"ConfigurationSpace": {"TuningParameters": [
              {"Name": "x", "Type": "int", "Values": "[1, eval('2')]"}]}})"),
            "a.json: /ConfigurationSpace/TuningParameters/0/Values:1:5: 'eval' needs Python to run");
  EXPECT_EQ(refused_json(R"({"ConfigurationSpace": {"TuningParameters": [{"Name": "x", "Type": "int", "Values": "[1]"}],
              "Conditions": [{"Expression": "x < z"}]}})"),
            "a.json: /ConfigurationSpace/Conditions/0/Expression: 'x < z': 'z' is no tuning parameter");
  EXPECT_EQ(refused_json(t1, "time"), "a.json: T1 input has no measured times");
  EXPECT_NE(refused_json("{}").find("is neither T1 input"), std::string::npos);
}

TEST(TuningFile, ACacheListsItsConfigurationsWithTheirTimes) {
  const TuningFile file = parse_tuning_json(cache, "cache.json", "time");

  EXPECT_EQ(configurations(file.space).size(), 3U);
  EXPECT_EQ(file.kernel_name, "add");
  EXPECT_EQ(file.device_name, "A100");
  ASSERT_EQ(file.measured_s.size(), 2U);  // one failed
  EXPECT_DOUBLE_EQ(file.measured_s.at({{"x", "2"}, {"y", "a"}}), 2e-3);
}

TEST(TuningFile, ACacheWithoutConfigurationsIsTheProductOfItsParameters) {
  const TuningFile file =
      parse_tuning_json(R"({"tune_params_keys": ["x"], "tune_params": {"x": [1, 2.5, "a", true]}, "cache": {}})", "c");
  EXPECT_EQ(file.space.dimensions.at(0).values, (std::vector<std::string>{"1", "2.5", "a", "True"}));
}

TEST(TuningFile, ACacheIsRefusedWithTheEntryThatIsWrong) {
  EXPECT_EQ(refused_json(R"({"tune_params_keys": ["x"], "cache": {"1": {"y": 1}}})"),
            "a.json: /cache/1: has no member 'x'");
  EXPECT_EQ(refused_json(R"({"tune_params_keys": ["x"], "cache": {"1": {"x": 1, "time": -1}}})", "time"),
            "a.json: /cache/1/time: expected a time above 0 ms, here is -1");
  EXPECT_EQ(refused_json(R"({"tune_params_keys": ["x"], "cache": {"1": {"x": 1, "time": 1}}})", "GFLOP/s"),
            "a.json: no configuration has a measured 'GFLOP/s'");
  EXPECT_EQ(refused_json(R"({"tune_params_keys": ["x y"], "cache": {}})"),
            "a.json: /tune_params_keys/0: 'x y' is no name of a macro");
}

TEST(TuningFile, T4ResultsListTheirConfigurations) {
  const TuningFile file = parse_tuning_json(R"({"results": [
      {"configuration": {"x": 1}, "measurements": [{"name": "time", "value": 3.0, "unit": "ms"}]},
      {"configuration": {"x": 2}, "measurements": []}], "schema_version": "1.0.0"})",
                                            "t4.json", "time");
  EXPECT_EQ(file.space.listed.size(), 2U);
  EXPECT_DOUBLE_EQ(file.measured_s.at({{"x", "1"}}), 3e-3);
}

TEST(TuningFile, AScriptIsReadWithoutBeingRun) {
  const TuningFile file = script(R"(import os
os.remove('everything')
def tune():
    sizes = [32, 64]
    size = (64, 64)
    tune_params = dict()
    tune_params["x"] = sizes
    tune_params["y"] = [2**i for i in range(3)]
    restrict = ["x * y <= 128", lambda p: p["y"] != 2]
    return tune_kernel("add", "add.cu", size, [a, b], tune_params, restrictions=restrict)
if __name__ == "__main__":
    tune()
)");

  ASSERT_EQ(file.space.dimensions.size(), 2U);
  EXPECT_EQ(file.space.dimensions[1].name, "y");
  EXPECT_EQ(file.space.dimensions[1].values, (std::vector<std::string>{"1", "2", "4"}));
  EXPECT_EQ(file.kernel_name, "add");
  EXPECT_EQ(python::str(*file.problem_size), "[64, 64]");
  EXPECT_EQ(configurations(file.space).size(), 3U);  // y is 1 or 4; 64 * 4 is too much
}

TEST(TuningFile, AScriptMayHaveALiteralDictionaryUnderAnotherName) {
  EXPECT_EQ(script("space = {'x': [1, 2], 'y': ['a']}\ntune_kernel('k', f, n, args, tune_params=space)\n")
                .space.dimensions.size(),
            2U);
  EXPECT_EQ(script("tune_kernel('k', f, n, args, {'x': [1]}, restrictions=['x > 0'])\n").space.restrictions.size(), 1U);
  EXPECT_EQ(script("tune_params = dict(x=[1, 2])\nrestrictions = ['x > 1']\n").space.restrictions.size(), 1U);
}

TEST(TuningFile, AScriptThatNeedsPythonIsRefusedByName) {
  const std::string begin = "tune_params = {}\ntune_params['x'] = [1]\n", advice = "; write the values out as a list";
  EXPECT_TRUE(refused_script(begin + "tune_params['y'] = np.arange(3)\n")
                  .starts_with("tune.py:3:20: 'np.arange' needs Python to run" + advice));
  EXPECT_TRUE(refused_script(begin + "if gpu:\n  tune_params['y'] = [2]\n")
                  .starts_with("tune.py:4:3: 'tune_params['y']' is assigned within 'if'" + advice));
  EXPECT_TRUE(refused_script(begin + "tune_params.update(more)\n")
                  .starts_with("tune.py:3:1: this may change 'tune_params'" + advice));
  EXPECT_TRUE(refused_script(begin + "for k in [1]: tune_params['y'] = [k]\n")
                  .starts_with("tune.py:3:15: this may change 'tune_params'" + advice));
  EXPECT_TRUE(
      refused_script(begin + "tune_params['x'] = [2]\n").starts_with("tune.py:3:20: 'x' is given its values twice"));
  EXPECT_TRUE(refused_script(begin + "n = read()\ntune_params['y'] = [n]\n")
                  .starts_with("tune.py:4:21: 'n' is not known here" + advice));
  EXPECT_TRUE(
      refused_script(begin + "def fits(x): return x < 2\ntune_kernel('k', f, n, a, tune_params, restrictions=fits)\n")
          .starts_with("tune.py:4:1: 'fits' is not assigned a list of texts" + advice));
  EXPECT_TRUE(refused_script(begin + "r = ['z < 1']\ntune_kernel('k', f, n, a, tune_params, restrictions=r)\n")
                  .starts_with("tune.py:3:6: 'z < 1': 'z' is no tuning parameter" + advice));
  EXPECT_TRUE(refused_script("tune_params =\n").starts_with("tune.py:1:1: ends where a value was expected" + advice));
  EXPECT_TRUE(refused_script("x = 1\n").starts_with("tune.py: 'tune_params' is never assigned" + advice));
}

TEST(TuningFile, AListOfConfigurationsStatesTheUnitOfItsTimes) {
  const TuningFile file = parse_configurations("x,y,ms\n1,a,2\n4,b,\n", "list.csv", "ms");

  ASSERT_EQ(file.space.listed.size(), 2U);
  EXPECT_EQ(file.space.listed[1], (Configuration{{"x", "4"}, {"y", "b"}}));
  ASSERT_EQ(file.measured_s.size(), 1U);
  EXPECT_DOUBLE_EQ(file.measured_s.at({{"x", "1"}, {"y", "a"}}), 2e-3);
  EXPECT_DOUBLE_EQ(parse_configurations("x,time [us]\n1,5\n", "l", "time").measured_s.at({{"x", "1"}}), 5e-6);
  EXPECT_DOUBLE_EQ(parse_configurations("x,measured_s\n1,5\n", "l", "measured_s").measured_s.at({{"x", "1"}}), 5);
}

TEST(TuningFile, AListOfConfigurationsIsRefusedWithItsRow) {
  const auto refused = [](const std::string& text, const std::string& measured) {
    return message_of([&] { (void)parse_configurations(text, "list.csv", measured); });
  };
  EXPECT_EQ(refused("x,time\n1,2\n", "time"),
            "list.csv: the column 'time' does not state its unit: name it \"time [ms]\", with s, ms, us or ns");
  EXPECT_EQ(refused("x,y\n1,2\n1,2\n", ""), "list.csv: row 2: the configuration comes twice");
  EXPECT_EQ(refused("x,y\n1,2\n,2\n", ""), "list.csv: row 2: 'x' has no value");
  EXPECT_EQ(refused("x,ms\n1,0\n", "ms"), "list.csv: row 1: 'ms' must be above 0, here is 0");
  EXPECT_EQ(refused("x,ms\n1,fast\n", "ms"), "list.csv: 'ms' is no column of numbers");
  EXPECT_NE(refused("x,ms\n1,2\n", "s").find("'s'"), std::string::npos);
  EXPECT_EQ(refused("x\n", ""), "list.csv: has no configuration");
}

TEST(TuningFile, RestrictionsAreAppliedWhileValuesAreCombined) {
  // 40 values of each of 8 names are 6.5e12 combinations; x0 + ... == 0 leaves the first after 40 of each.
  Space space;
  for (int k = 0; k < 8; ++k) {
    space.dimensions.push_back(parse_dimension("x" + std::to_string(k) + "=0..39"));
    space.restrictions.push_back(python::Expression::parse_restriction("x" + std::to_string(k) + " == 0"));
  }
  EXPECT_EQ(configurations(space).size(), 1U);
  space.restrictions.resize(3);
  EXPECT_NE(message_of([&] { (void)configurations(space); }).find("more than"), std::string::npos);
  space.restrictions = {python::Expression::parse_restriction("x0 > 100")};
  EXPECT_EQ(message_of([&] { (void)configurations(space); }), "the restrictions of the space leave no configuration");
}

}  // namespace
}  // namespace forewarp::rank
