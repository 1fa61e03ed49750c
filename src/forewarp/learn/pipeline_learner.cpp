// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/pipeline.hpp"
#include "forewarp/support/error.hpp"

#include <algorithm>
#include <set>

namespace forewarp::learn {
namespace {

class PipelinePredictor final : public Predictor {
 public:
  PipelinePredictor(Pipeline pipeline, std::vector<std::string> names)
      : pipeline_(std::move(pipeline)), names_(std::move(names)) {
    for (const Variable& feature : pipeline_.spec().features)
      columns_.push_back(static_cast<std::size_t>(std::ranges::find(names_, feature.name) - names_.begin()));
  }
  [[nodiscard]] std::string_view kind() const override { return "pipeline"; }
  [[nodiscard]] std::size_t features() const override { return names_.size(); }
  [[nodiscard]] std::size_t outputs() const override { return pipeline_.is_class() ? pipeline_.classes().size() : 1; }
  void predict(std::span<const double> row, std::span<double> out) const override {
    std::vector<double> chosen;
    for (const std::size_t column : columns_) chosen.push_back(row[column]);
    if (pipeline_.is_class())
      std::ranges::copy(pipeline_.predict(chosen).probabilities, out.begin());
    else
      out[0] = pipeline_.value(chosen);
  }
  void predict_all(const Samples& samples, std::span<double> out) const override {
    if (pipeline_.is_class())
      Predictor::predict_all(samples, out);
    else
      pipeline_.predict_all(samples, out);
  }
  /// Of the pipeline's features, at their places among the samples'.
  [[nodiscard]] std::vector<double> importances() const override {
    const std::vector<double> of_chosen = pipeline_.predictor().importances();
    if (of_chosen.empty()) return {};
    std::vector<double> all(names_.size());
    for (std::size_t j = 0; j < columns_.size(); ++j) all[columns_[j]] += of_chosen[j];
    return all;
  }
  void write(Writer&) const override {
    throw InputError("a fitted pipeline travels in a model file, not as a predictor");
  }

 private:
  Pipeline pipeline_;
  std::vector<std::string> names_;
  std::vector<std::size_t> columns_;
};

class PipelineLearner final : public Learner {
 public:
  explicit PipelineLearner(PipelineSpec spec) : spec_(std::move(spec)) {}
  [[nodiscard]] std::string_view name() const override { return spec_.learner; }
  [[nodiscard]] std::unique_ptr<Predictor> fit(const Samples& samples, const Target& target,
                                               const FitOptions& options) const override {
    return std::make_unique<PipelinePredictor>(Pipeline::fit(spec_, samples, target, options), samples.names());
  }

 private:
  PipelineSpec spec_;
};

}  // namespace

std::unique_ptr<Learner> pipeline_learner(PipelineSpec spec) {
  return std::make_unique<PipelineLearner>(std::move(spec));
}

Samples samples_from(const Table& table, std::span<const Variable> features) {
  std::vector<std::string> names;
  for (const Variable& feature : features) names.push_back(feature.name);
  Samples samples(names, table.rows());
  for (std::size_t j = 0; j < names.size(); ++j) std::ranges::copy(table.numbers(names[j]), samples.feature(j).begin());
  return samples;
}

Target target_from(const Table& table, std::string_view column) {
  if (table.is_number(column)) return {table.numbers(column), {}};
  const std::vector<std::string>& texts = table.texts(column);
  const std::set<std::string> names(texts.begin(), texts.end());
  Target target{{}, {names.begin(), names.end()}};
  for (const std::string& text : texts)
    target.values.push_back(static_cast<double>(std::distance(names.begin(), names.find(text))));
  return target;
}

}  // namespace forewarp::learn
