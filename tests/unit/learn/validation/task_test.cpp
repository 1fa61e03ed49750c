// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/task.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/validation/baselines.hpp"
#include "forewarp/learn/validation/importance.hpp"
#include "forewarp/learn/validation/leaks.hpp"
#include "forewarp/learn/validation/train.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"
#include "toy.hpp"

namespace forewarp::validate {
namespace {

constexpr const char* runs = R"(kernel,note,n,flops,always,time
mm,x,1,10,7,1e-3
mm,x,2,20,7,2e-3
fft,x,4,40,7,4e-3
fft,x,8,80,7,8e-3
scan,x,3,30,7,3e-3
scan,x,6,60,7,6e-3
)";

std::string message(const TaskSpec& spec, const std::string& csv = runs) {
  try {
    (void)task_from(table::parse_csv(csv), spec);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Task, TakesNumbersAsFeaturesAndUsualNamesAsGroups) {
  const Task task = task_from(table::parse_csv(runs), {.target = "time"});

  EXPECT_EQ(task.samples.names(), (std::vector<std::string>{"n", "flops"}));
  ASSERT_EQ(task.groups.size(), 1u);
  EXPECT_EQ(task.groups[0].column, "kernel");
  ASSERT_EQ(task.notes.size(), 2u);
  EXPECT_EQ(task.notes[0], "left out, as they hold text: note");
  EXPECT_EQ(task.notes[1], "left out, as every row has the same value: always");
}

TEST(Task, LeavesRowNumbersAndKeysOutUnlessTheyAreAskedFor) {
  const std::string csv = ",lseq,kernel,n,time\n1,0,mm,1,1e-3\n2,1,mm,2,2e-3\n3,2,fft,4,4e-3\n";  // as R writes it

  const Task task = task_from(table::parse_csv(csv), {.target = "time"});
  const Task asked = task_from(table::parse_csv(csv), {.target = "time", .features = {"lseq", "n"}});

  EXPECT_EQ(task.samples.names(), std::vector<std::string>{"n"});
  ASSERT_FALSE(task.notes.empty());
  EXPECT_EQ(task.notes[0],
            "left out, as they identify the row: the column without a name, lseq (--features takes them)");
  EXPECT_EQ(asked.samples.names(), (std::vector<std::string>{"lseq", "n"}));
}

TEST(Task, TakesANumberedColumnAsAGroupWhenAsked) {
  const Task task = task_from(table::parse_csv(runs), {.target = "time", .groups = {"n"}});

  EXPECT_EQ(task.samples.names(), (std::vector<std::string>{"flops"}));
  EXPECT_EQ(task.groups[0].of_row[3], "8");
}

TEST(Task, TakesATextTargetAsClasses) {
  const Task task = task_from(table::parse_csv(runs), {.target = "kernel", .find_groups = false});

  EXPECT_EQ(task.target.classes, (std::vector<std::string>{"fft", "mm", "scan"}));
  EXPECT_EQ(task.target.values[0], 1);
}

TEST(Task, RefusesColumnsThatAreNotThereOrTwiceNamed) {
  EXPECT_NE(message({.target = "tme"}).find("no column 'tme' for the target (did you mean 'time'"), std::string::npos);
  EXPECT_NE(message({.target = "time", .features = {"flop"}}).find("did you mean 'flops'"), std::string::npos);
  EXPECT_NE(message({.target = "time", .features = {"n"}, .groups = {"n"}}).find("named twice"), std::string::npos);
  EXPECT_NE(message({.target = "time", .features = {"note"}}).find("holds text"), std::string::npos);
}

TEST(Task, NamesColumnAndRowOfAMissingValueOrSkipsIt) {
  const std::string csv = "n,time\n1,1\n,2\n3,inf\n4,4\n";

  EXPECT_NE(message({.target = "time"}, csv).find("'n' in row 2 is missing"), std::string::npos);
  EXPECT_NE(message({.target = "time"}, "n,time\n1,1\n3,inf\n").find("'time' in row 2 is infinite"), std::string::npos);
  const Task task = task_from(table::parse_csv(csv), {.target = "time", .skip_missing = true});
  EXPECT_EQ(task.rows, (std::vector<std::size_t>{0, 3}));
  EXPECT_EQ(task.notes.back(), "2 of 4 rows left out: a value is missing");
}

TEST(Task, RefusesATableInWhichNothingVaries) {
  EXPECT_NE(message({.target = "time"}, "n,time\n1,1\n1,2\n").find("no feature is left"), std::string::npos);
}

TEST(Task, TakesLogarithmsOnlyWhereThereAreAny) {
  Task task = task_from(table::parse_csv("a,b,time\n1,0,1\n2,5,2\n3,6,3\n"), {.target = "time"});
  const learn::PipelineSpec spec = pipeline_spec(task, "linear", {}, usual_recipe("linear"));

  EXPECT_EQ(spec.features[0].transform, learn::Transform::log);
  EXPECT_EQ(spec.features[1].transform, learn::Transform::identity);
  EXPECT_EQ(spec.target.transform, learn::Transform::log);
  EXPECT_EQ(pipeline_spec(task, "bounds", {}, usual_recipe("bounds")).target.transform, learn::Transform::identity);
}

TEST(Task, IsSplitAtRandomAndByEachGroupColumn) {
  const Task task = task_from(table::parse_csv(runs), {.target = "time"});

  const std::vector<Scheme> schemes = schemes_of(task, 3, 1);

  ASSERT_EQ(schemes.size(), 2u);
  EXPECT_EQ(schemes[0].splits.folds, 3u);
  EXPECT_TRUE(schemes[0].groups.empty());
  EXPECT_EQ(schemes[1].name, "by kernel, each left out");
  EXPECT_EQ(schemes[1].splits.folds, 3u);
  EXPECT_EQ(schemes_of(task, 0, 1)[0].splits.folds, 6u);
  EXPECT_THROW((void)schemes_of(task, 7, 1), InputError);
}

/// Two kernels; `work` alone does not tell the other's time, `cycles` does.
constexpr const char* leaking = R"(kernel,work,cycles,time
a,1,10,1e-3
a,2,20,2e-3
a,4,40,4e-3
a,8,80,8e-3
b,1,1000,1e-1
b,2,2000,2e-1
b,4,4000,4e-1
b,8,8000,8e-1
)";

TEST(Leaks, AreLeftOutWhenOneFeatureTellsTheTimeOfKernelsNeverSeen) {
  Task task = task_from(table::parse_csv(leaking), {.target = "time"});
  drop_leaks(task, {});

  EXPECT_EQ(task.samples.names(), (std::vector<std::string>{"work"}));
  EXPECT_EQ(task.notes.back(), "left out, as it gives time away: cycles (alone determines the target within 0 %)");
}

TEST(Leaks, AreLeftOutByNameAndKeptWhenAskedFor) {
  const auto by_name = [](std::string_view name) { return name == "cycles"; };
  Task task = task_from(table::parse_csv(leaking), {.target = "time", .drop = {"kernel"}, .find_groups = false});
  drop_leaks(task, {.is_time = by_name, .asked_for = {"cycles"}});
  EXPECT_EQ(task.samples.features(), 2u);

  drop_leaks(task, {.is_time = by_name});
  EXPECT_EQ(task.samples.names(), (std::vector<std::string>{"work"}));
  EXPECT_NE(task.notes.back().find("cycles (time in another unit)"), std::string::npos);
}

TEST(Leaks, OfNameAloneThatLeaveNothingAreAnError) {
  Task task = task_from(table::parse_csv("cycles,time\n1,1\n2,2\n3,3\n"), {.target = "time"});

  EXPECT_THROW(drop_leaks(task, {.is_time = [](std::string_view) { return true; }}), InputError);
}

/// t = 2 n up to a factor that alternates between 1.1 and 1 / 1.1.
Task many(int rows) {
  std::string csv = "n,time\n";
  for (int i = 1; i <= rows; ++i)
    csv += std::to_string(i) + "," + std::to_string(2 * i * (i % 2 ? 1.1 : 1 / 1.1)) + "\n";
  return task_from(table::parse_csv(csv), {.target = "time"});
}

Trained trained_on(const Task& task) {
  const learn::PipelineSpec spec = pipeline_spec(task, "bounds", {}, usual_recipe("bounds"));
  std::vector<Method> methods = baselines(task.target);
  methods.push_back(learner_method("bounds", learn::pipeline_learner(spec)));
  const Evaluation evaluation = evaluate(task.samples, task.target, schemes_of(task, 5, 1), methods, {});
  return train(task, spec, evaluation, {});
}

TEST(Train, ShipsTheErrorsTheRangeAndTheDigest) {
  const Task task = many(60);
  const Trained trained = trained_on(task);

  EXPECT_EQ(trained.notes.data_rows, 60u);
  EXPECT_EQ(trained.notes.data_digest, learn::training_digest(task.samples, task.target));
  EXPECT_EQ(trained.notes.split, "random folds");
  ASSERT_FALSE(trained.notes.errors.empty());
  EXPECT_EQ(trained.notes.errors[0].metric, "MAPE");
  EXPECT_GT(trained.notes.errors[0].value, 3);
  EXPECT_LT(trained.notes.errors[0].value, 15);
  ASSERT_TRUE(trained.pipeline.range().has_value());
  // Whatever line between the two it takes, both are within a factor 1.21 of it.
  EXPECT_GT(trained.pipeline.range()->low, 0.8);
  EXPECT_LT(trained.pipeline.range()->high, 1.25);
  const learn::Answer answer = trained.pipeline.predict(std::vector<double>{30});
  EXPECT_LT(*answer.low, answer.value * 1.001);
  EXPECT_FALSE(answer.outside);
  EXPECT_TRUE(trained.pipeline.predict(std::vector<double>{61}).outside);
}

TEST(Train, PromisesNoRangeFromTooFewRows) {
  // (1 - 0.9) / 2 of 11 is less than one row on either side.
  EXPECT_FALSE(trained_on(many(10)).pipeline.range().has_value());
}

TEST(Train, LetsAQuantileForestAnswerWithItsOwnRanges) {
  const Task task = many(80);
  const learn::PipelineSpec spec =
      pipeline_spec(task, "quantile_forest", {{"trees", "20"}}, usual_recipe("quantile_forest"));
  const std::vector<Method> methods = {pipeline_method("quantile_forest", spec)};
  const Evaluation evaluation = evaluate(task.samples, task.target, schemes_of(task, 5, 1), methods, {});

  const Coverage& coverage = *evaluation.schemes[0].methods[0].coverage;
  EXPECT_TRUE(coverage.own);
  EXPECT_GT(coverage.covered, 0.6);
  EXPECT_GT(coverage.median_factor, 1.05);
  const Trained trained = train(task, spec, evaluation, {});
  const learn::Answer answer = trained.pipeline.predict(std::vector<double>{30});
  EXPECT_LT(*answer.low, *answer.high);
}

TEST(Importance, IsWhatShufflingCosts) {
  std::string csv = "n,noise,time\n";
  for (int i = 1; i <= 40; ++i)
    csv += std::to_string(i) + "," + std::to_string(i * 7 % 11 + 1) + "," + std::to_string(3 * i) + "\n";
  const Task task = task_from(table::parse_csv(csv), {.target = "time"});
  const auto learner = learn::pipeline_learner(pipeline_spec(task, "bounds", {}, usual_recipe("bounds")));
  const Splits splits = k_fold(40, 4, 1);
  const Importances one = importances(task.samples, task.target, *learner, splits, 3, {.seed = 1, .threads = 1});
  const Importances many = importances(task.samples, task.target, *learner, splits, 3, {.seed = 1, .threads = 2});

  EXPECT_LT(one.error, 0.01);
  EXPECT_GT(one.features[0].permutation, 0.3);
  EXPECT_NEAR(one.features[1].permutation, 0, 0.01);
  EXPECT_EQ(one.features[0].permutation, many.features[0].permutation);
}

TEST(Importance, OfClassesIsTheShareThatShufflingMakesWrong) {
  // The first feature decides the class, the second is constant. Shuffled among the ten rows of a fold, a of which are
  // small, the first makes 2 a (10 - a) / 100 of them wrong: 0.5 for a = 5, 0.42 for a = 3.
  learn::Samples samples({"size", "constant"}, 40);
  learn::Target target{{}, {"small", "large"}};
  for (std::size_t i = 0; i < 40; ++i) {
    samples.feature(0)[i] = (i % 2 == 0 ? 0 : 100) + static_cast<double>(i);
    samples.feature(1)[i] = 1;
    target.values.push_back(i % 2 == 0 ? 0 : 1);
  }
  const auto learner = learn::make_learner("knn", {{"k", "1"}});
  const Splits splits = k_fold(40, 4, 1);

  const Importances found = importances(samples, target, *learner, splits, 20, {.seed = 1});

  EXPECT_EQ(found.error, 0);
  EXPECT_NEAR(found.features[0].permutation, 0.45, 0.1);
  EXPECT_EQ(found.features[1].permutation, 0);
  EXPECT_THROW((void)importances(samples, target, *learner, splits, 0, {.seed = 1}), InputError);
}

}  // namespace
}  // namespace forewarp::validate
