// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "classify_counters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "forewarp/learn/model_file.hpp"
#include "forewarp/model/advise/measured.hpp"
#include "forewarp/model/counters/catalogue.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/file.hpp"
#include "profiler_file.hpp"

namespace forewarp::tool {
namespace {

/// The metric by the name of the tool that wrote the file, and ours where it has none.
std::string name_for(std::string_view metric, bool nsight) {
  const counters::Metric* known = counters::find_metric(metric);
  if (known == nullptr) return std::string(metric);
  const std::string_view name = nsight ? known->nsight : known->nvprof;
  return name.empty() ? fmt::format("{} (which the tool does not have)", metric) : std::string(name);
}

struct Launch {
  std::string id, kernel;
  counters::Metrics metrics;
};

std::vector<Launch> launches_of(const counters::Imported& imported, const CounterClassRequest& request) {
  const auto& kernels = imported.table.texts("kernel");
  const std::set<std::string> chosen = kernels_called(request.kernel, kernels, request.counters);
  const std::vector<counters::Metrics> metrics = counters::metrics_of(imported.table);
  std::vector<Launch> launches;
  for (std::size_t i = 0; i < metrics.size(); ++i)
    if (chosen.contains(kernels[i])) launches.push_back({imported.table.texts("id")[i], kernels[i], metrics[i]});
  return launches;
}

/// Those of the wanted that some launch lacks.
std::vector<std::string> missing_in(const std::vector<Launch>& launches, const std::vector<std::string>& wanted) {
  std::vector<std::string> missing;
  for (const std::string& name : wanted)
    if (std::ranges::any_of(launches, [&](const Launch& launch) { return !launch.metrics.contains(name); }))
      missing.push_back(name);
  return missing;
}

std::string words_for(const std::vector<std::string>& metrics, bool nsight) {
  std::vector<std::string> words;
  for (const std::string& metric : metrics) words.push_back(name_for(metric, nsight));
  return fmt::format("{}", fmt::join(words, ", "));
}

/// A classifier, and the metrics that were left out to make it.
struct Classifier {
  learn::Pipeline pipeline;
  std::vector<std::string> left_out;
};

Classifier from_model(const CounterClassRequest& request, const std::vector<Launch>& launches, bool nsight) {
  learn::ModelFile file = learn::read_model(request.model);
  if (!file.pipeline.is_class()) throw InputError(request.model + ": predicts numbers, not classes");
  std::vector<std::string> wanted;
  for (const learn::Variable& feature : file.pipeline.spec().features) wanted.push_back(feature.name);
  if (const auto missing = missing_in(launches, wanted); !missing.empty())
    throw InputError(
        fmt::format("{}: {} of the {} metrics that the model asks for are missing and follow from no others: "
                    "{}. Measure them, or give the samples that the model was trained on (--samples): a "
                    "classifier is then trained on the metrics of the file",
                    request.counters, missing.size(), wanted.size(), words_for(missing, nsight)));
  return {std::move(file.pipeline), {}};
}

/// Relative metrics of the samples that are finite and not all the same there.
std::vector<std::string> useful_metrics(const Table& samples) {
  std::vector<std::string> useful;
  for (const std::string_view metric : counters::relative_metrics()) {
    const std::string name(metric);
    if (!samples.has(name) || !samples.is_number(name)) continue;
    const Table::Numbers& column = samples.numbers(name);
    const bool finite = std::ranges::all_of(column, [](double v) { return std::isfinite(v); });
    if (finite && std::ranges::any_of(column, [&](double v) { return v != column.front(); })) useful.push_back(name);
  }
  return useful;
}

/// The random forest of zigon2020, section 5.5: 500 trees of depth 6.
Classifier from_samples(const CounterClassRequest& request, const std::vector<Launch>& launches) {
  const Table samples = table::read_table(request.samples);
  if (!samples.has("class")) throw InputError(request.samples + ": no column 'class'; forewarp datagen writes samples");
  const std::vector<std::string> useful = useful_metrics(samples), missing = missing_in(launches, useful);
  learn::PipelineSpec spec;
  for (const std::string& name : useful)
    if (std::ranges::find(missing, name) == missing.end()) spec.features.push_back({name, ""});
  if (spec.features.empty())
    throw InputError(fmt::format("{}: none of the relative metrics of {} is there", request.counters, request.samples));
  spec.target = {"class", ""};
  spec.learner = "random_forest";
  spec.settings = {{"trees", "500"}, {"max_depth", "6"}};
  return {learn::Pipeline::fit(spec, samples, {.seed = 1}), missing};
}

struct Answer {
  Launch launch;
  std::optional<advise::Limiter> limiter;
  std::vector<Called> classes;
  std::vector<std::string> outside;  ///< metrics beyond the training data
};

Answer answer_of(Launch launch, const Classifier& classifier, const std::vector<advise::KernelClass>& classes,
                 const std::optional<device::DeviceSpec>& device) {
  const learn::Pipeline& pipeline = classifier.pipeline;
  std::vector<double> row;
  for (const learn::Variable& feature : pipeline.spec().features) row.push_back(launch.metrics.at(feature.name));
  Answer answer{{},
                advise::limiter(launch.metrics, device ? device->launch_overhead_s : 0),
                ranked(pipeline, pipeline.predict(row), classes),
                {}};
  for (const std::size_t j : pipeline.outside(row)) answer.outside.push_back(pipeline.spec().features[j].name);
  answer.launch = std::move(launch);
  return answer;
}

std::string bound_text(const std::optional<advise::Limiter>& limiter) {
  if (!limiter) return "the limiter is not known from what was measured";
  return fmt::format("{}-bound: {} is busy {} of the time", advise::name_of(limiter->bound), limiter->resource,
                     report::percent_text(limiter->share));
}

nlohmann::ordered_json json_of(const Answer& answer) {
  nlohmann::ordered_json json = {{"id", answer.launch.id}, {"kernel", answer.launch.kernel}};
  if (answer.limiter) {
    json["bound"] = advise::name_of(answer.limiter->bound);
    json["resource"] = answer.limiter->resource;
    json["share"] = answer.limiter->share;
  }
  for (const Called& c : answer.classes)
    json["classes"].push_back(
        {{"id", c.id}, {"title", c.title}, {"probability", c.probability}, {"strategies", c.strategies}});
  json["outside"] = answer.outside;
  return json;
}

void print_csv(const std::vector<Answer>& answers) {
  fmt::print("id,kernel,class,probability,strategies\n");
  for (const Answer& answer : answers)
    for (const Called& c : answer.classes)
      fmt::print("{}", csv_line({answer.launch.id, answer.launch.kernel, c.id, report::number_text(c.probability),
                                 fmt::format("{}", fmt::join(c.strategies, " "))}));
}

void print_text(const std::vector<Answer>& answers) {
  constexpr std::size_t most_probable = 3;
  for (const Answer& answer : answers) {
    fmt::print("\n{}, launch {}: {}\n", answer.launch.kernel, answer.launch.id, bound_text(answer.limiter));
    report::TextTable table({"class", "probability", "strategies", ""},
                            {report::Align::left, report::Align::right, report::Align::left});
    for (std::size_t i = 0; i < std::min(most_probable, answer.classes.size()); ++i) {
      const Called& c = answer.classes[i];
      table.row({c.id, report::percent_text(c.probability), fmt::format("{}", fmt::join(c.strategies, ", ")), c.title});
    }
    fmt::print("{}", table.str());
    if (!answer.outside.empty())
      fmt::print("note: outside the classifier's training data: {}\n", fmt::join(answer.outside, ", "));
  }
}

}  // namespace

void classify_from_counters(const CounterClassRequest& request) {
  if (request.model.empty() == request.samples.empty())
    throw InputError("--counters needs a classifier: --model FILE, or --samples TABLE to train one on its metrics");
  const counters::Imported imported = read_profiler_file(request.counters);
  const bool nsight = imported.format.starts_with("Nsight");
  std::vector<Launch> launches = launches_of(imported, request);
  const Classifier classifier =
      request.model.empty() ? from_samples(request, launches) : from_model(request, launches, nsight);
  std::optional<device::DeviceSpec> device;
  if (!request.device.empty()) device = device::find_device(request.device);
  const std::vector<advise::KernelClass> classes = advise::read_classes(request.classes);
  std::vector<Answer> answers;
  for (Launch& launch : launches) answers.push_back(answer_of(std::move(launch), classifier, classes, device));
  std::vector<std::string> notes = imported.notes;
  if (!classifier.left_out.empty())
    notes.push_back(fmt::format("{} metrics of the samples are not in the file and were left out of the training: {}",
                                classifier.left_out.size(), words_for(classifier.left_out, nsight)));
  nlohmann::ordered_json json = {{"file", request.counters}, {"format", imported.format}, {"notes", notes}};
  json["features"] = classifier.pipeline.spec().features.size();
  for (const Answer& answer : answers) json["launches"].push_back(json_of(answer));
  if (request.json) {
    fmt::print("{}\n", report::json_text(json));
  } else if (request.csv) {
    print_csv(answers);
  } else {
    fmt::print("{}: {}, {} launches, classified by {} metrics\n", request.counters, imported.format, answers.size(),
               classifier.pipeline.spec().features.size());
    for (const std::string& note : notes) fmt::print("note: {}\n", note);
    print_text(answers);
  }
}

}  // namespace forewarp::tool
