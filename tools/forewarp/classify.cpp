// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>

#include "classify_counters.hpp"
#include "command.hpp"
#include "forewarp/learn/model_file.hpp"
#include "forewarp/model/advise/classes.hpp"
#include "forewarp/model/advise/limiter.hpp"
#include "forewarp/model/counters/compute.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/profile_view.hpp"
#include "forewarp/report/ptx_json.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"
#include "forewarp/support/error.hpp"
#include "profiled_kernel.hpp"
#include "profiler_file.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

struct ClassifyArguments {
  KernelOptions kernel;
  std::string device, model, classes, report, counters, samples;
};

std::vector<double> row_for(const learn::Pipeline& pipeline, const profile::Profile& profile,
                            const device::DeviceSpec& device) {
  const auto values = counters::compute(profile, device);
  std::vector<double> row;
  for (const learn::Variable& feature : pipeline.spec().features) {
    const auto at = std::ranges::find_if(values, [&](const auto& value) { return value.first->name == feature.name; });
    if (at == values.end())
      throw InputError(fmt::format("the model asks for '{}', which is not a metric of the catalogue", feature.name));
    row.push_back(at->second);
  }
  return row;
}

void print(const ClassifyArguments& a, const kernel::Kernel& kernel, const profile::Profile& profile,
           const advise::Limiter& limiter, const std::vector<Called>& all, bool outside) {
  if (a.kernel.json || !a.report.empty()) {
    nlohmann::ordered_json json = report::heading_json(kernel, profile);
    json["device"] = a.device, json["bound"] = advise::name_of(limiter.bound), json["resource"] = limiter.resource;
    json["share"] = limiter.share, json["outside"] = outside;
    json["classes"] = nlohmann::json::array();
    for (const Called& c : all)
      json["classes"].push_back(
          {{"id", c.id}, {"title", c.title}, {"probability", c.probability}, {"strategies", c.strategies}});
    if (a.kernel.json) fmt::print("{}\n", report::json_text(json));
    json["profile"] = report::profile_json(profile, *kernel.module);
    json["ptx"] = report::ptx_json(kernel.code.ptx, *kernel.module);
    save_report(a.report, "classify", std::move(json));
    if (a.kernel.json) return;
  }
  if (a.kernel.csv) {
    fmt::print("class,probability,strategies\n");
    for (const Called& c : all)
      fmt::print("{}",
                 csv_line({c.id, report::number_text(c.probability), fmt::format("{}", fmt::join(c.strategies, " "))}));
    return;
  }
  fmt::print("{}\n{}: {}-bound, {} is busy {} of the time\n", report::heading_text(kernel, profile), a.device,
             advise::name_of(limiter.bound), limiter.resource, report::percent_text(limiter.share));
  report::TextTable table({"class", "probability", "strategies", ""},
                          {report::Align::left, report::Align::right, report::Align::left});
  for (std::size_t i = 0; i < std::min<std::size_t>(3, all.size()); ++i)
    table.row({all[i].id, report::percent_text(all[i].probability),
               fmt::format("{}", fmt::join(all[i].strategies, ", ")), all[i].title});
  fmt::print("{}", table.str());
  if (outside) fmt::print("note: some metric is outside the range of the classifier's training data\n");
  fmt::print("{}", report::notes_text(kernel, profile));
}

void classify(const ClassifyArguments& a) {
  const device::DeviceSpec device = device::find_device(a.device);
  const learn::ModelFile file = learn::read_model(a.model);
  if (!file.pipeline.is_class()) throw InputError(a.model + ": predicts numbers, not classes");
  const auto [kernel, profile] = profiled_kernel(a.kernel, device);
  const learn::Answer answer = file.pipeline.predict(row_for(file.pipeline, profile, device));
  print(a, kernel, profile, advise::limiter(model::predict(profile, device)),
        ranked(file.pipeline, answer, advise::read_classes(a.classes)), answer.outside);
}

void classify_command(const ClassifyArguments& a, const Command& command) {
  if (!a.counters.empty()) {
    refuse_beside_counters(command, {"--device", "--model", "--samples", "--classes", "--kernel", "--json", "--csv"});
    classify_from_counters({.counters = a.counters,
                            .kernel = a.kernel.request.kernel,
                            .device = a.device,
                            .model = a.model,
                            .samples = a.samples,
                            .classes = a.classes,
                            .json = a.kernel.json,
                            .csv = a.kernel.csv});
    return;
  }
  if (a.kernel.request.path.empty()) throw InputError("nothing to do: give a kernel, or --counters FILE");
  if (a.device.empty()) throw InputError("--device is missing: on which device are the counters to be computed?");
  if (a.model.empty()) throw InputError("--model is missing: a classifier made by forewarp train");
  classify(a);
}

}  // namespace

std::vector<Called> ranked(const learn::Pipeline& pipeline, const learn::Answer& answer,
                           const std::vector<advise::KernelClass>& classes) {
  std::vector<Called> all;
  for (std::size_t i = 0; i < pipeline.classes().size(); ++i) {
    Called c{pipeline.classes()[i], "", answer.probabilities[i], {}};
    for (const advise::KernelClass& known : classes)
      if (known.id == c.id) c.title = known.title, c.strategies = known.strategies;
    all.push_back(std::move(c));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Called& a, const Called& b) { return a.probability > b.probability; });
  return all;
}

void add_classify_command(CLI::App& app) {
  const Command command = add_documented_command(app, "classify", "find the known class that a kernel resembles most");
  auto arguments = std::make_shared<ClassifyArguments>();
  add_kernel_options(command, arguments->kernel);
  command.get_option("kernel-path").required(false);
  const Option counters = command.add_option("--counters", arguments->counters);
  command.add_option("--device", arguments->device);
  const Option model = command.add_option("--model", arguments->model);
  command.add_option("--samples", arguments->samples).needs(counters).excludes(model);
  command.add_option("--classes", arguments->classes);
  add_report_option(command, arguments->report);
  command.callback([arguments, command] { classify_command(*arguments, command); });
}

}  // namespace forewarp::tool
