// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "predict_calibrated.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "count_kernel.hpp"
#include "forewarp/count/loop/count_loop.hpp"
#include "forewarp/loop/read.hpp"
#include "forewarp/model/expression/calibrate.hpp"
#include "forewarp/model/expression/feature.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "report_file.hpp"
#include "sizes_option.hpp"

namespace forewarp::tool {
namespace {

namespace expression = model::expression;

Counted counted(const KernelOptions& options) {
  if (std::filesystem::path(options.request.path).extension() != ".loop") {
    return count_kernel(request_of(options), {}, true);
  }
  const loop::Program program = loop::read(options.request.path);
  Counted all{count::count_loop(program), sizes_of(options.request.set, "--set")};
  count::check_sizes(program, all.sizes);
  all.sizes.insert(program.fixed.begin(), program.fixed.end());
  return all;
}

}  // namespace

void predict_calibrated(const std::string& file, const KernelOptions& options, const std::string& page) {
  const expression::Calibration calibration = expression::load(file);
  const expression::Predictor predictor(calibration);
  const Counted kernel = counted(options);
  expression::FeatureValues values(kernel.counts, predictor.features(), {}, expression::Unmatched::is_zero);
  const std::vector<double> features = values.at(kernel.sizes);
  for (std::size_t j = 0; j < features.size(); ++j)
    if (features[j] == 0)
      fmt::print(stderr, "note: nothing in {} matches {}: it counts as 0\n", kernel.counts.kernel,
                 predictor.features()[j]);
  const expression::TermedPrediction prediction = predictor.explain(features);
  nlohmann::ordered_json json{
      {"kernel", kernel.counts.kernel}, {"device", calibration.device}, {"time_s", prediction.value}};
  json["terms"] = nlohmann::ordered_json::object();
  for (const expression::Term& term : prediction.terms) json["terms"][term.text] = term.value;
  save_report(page, "predict", json);
  if (options.json) {
    fmt::print("{}\n", report::json_text(json));
    return;
  }
  if (options.csv) {
    fmt::print("kernel,device,time_s\n{},{},{}\n", kernel.counts.kernel, calibration.device, prediction.value);
    return;
  }
  fmt::print("{} on {}: {}  (calibrated {} from {} kernels, whose own error is {:.1f} %)\n\n", kernel.counts.kernel,
             calibration.device, report::time_text(prediction.value), calibration.date, calibration.samples,
             100 * calibration.mean_error);
  report::TextTable rows({"term", "time"});
  for (const expression::Term& term : prediction.terms) rows.row({term.text, report::time_text(term.value)});
  fmt::print("{}", rows.str());
}

}  // namespace forewarp::tool
