// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "command.hpp"
#include "forewarp/measure/campaign/coverage.hpp"
#include "forewarp/measure/campaign/measure.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

using campaign::CorpusLaunch;
using campaign::Dial;
using campaign::Prepared;

struct CorpusOptions {
  std::vector<std::string> kernels;
  bool json = false, csv = false, no_features = false;
  std::string report;
};

struct Kernel {
  std::string area, suite;
  std::vector<std::string> sizes;
};

std::map<std::string, Kernel> by_kernel(const std::vector<CorpusLaunch>& launches) {
  std::map<std::string, Kernel> kernels;
  for (const CorpusLaunch& launch : launches) {
    Kernel& kernel = kernels[launch.kernel];
    kernel.area = launch.area;
    kernel.suite = launch.suite;
    kernel.sizes.push_back(launch.set.empty() ? "as it is" : launch.set.front());
  }
  return kernels;
}

std::string edge(double x) {
  if (x == 0 || (x >= 0.01 && x < 1e4)) return fmt::format("{:g}", x);
  return fmt::format("{:.0e}", x);
}

std::string range_text(const campaign::DialClass& c) {
  return std::isinf(c.high) ? edge(c.low) + " and more" : edge(c.low) + " - " + edge(c.high);
}

std::string kernels_text(const std::map<std::string, Kernel>& kernels) {
  using report::Align;
  report::TextTable table({"kernel", "area", "suite", "launches", "sizes"},
                          {Align::left, Align::left, Align::left, Align::right, Align::left});
  for (const auto& [name, kernel] : kernels)
    table.row({name, kernel.area, kernel.suite, fmt::format("{}", kernel.sizes.size()),
               fmt::format("{}", fmt::join(kernel.sizes, " ")).substr(0, 80)});
  return table.str();
}

std::string dials_text(const std::vector<Dial>& dials, std::size_t launches) {
  std::string text;
  for (const Dial& dial : dials) {
    text += fmt::format("\n{}: {}\n", dial.name, dial.meaning);
    for (const campaign::DialClass& c : dial.classes)
      text += fmt::format(
          "  {:>16}  {:<30} {}\n", range_text(c),
          std::string(launches == 0 ? 0 : (c.launches * 30 + launches - 1) / launches, '#'),
          c.launches == 0 ? "empty" : fmt::format("{} of {} kernels, such as {}", c.launches, c.kernels, c.example));
  }
  return text;
}

std::string gaps_text(const std::vector<Dial>& dials) {
  std::string text;
  for (const Dial& dial : dials)
    for (const campaign::DialClass& c : dial.classes)
      if (c.launches == 0) text += fmt::format("  {} {}\n", dial.name, range_text(c));
  return text.empty() ? "\nno class is empty\n" : "\nempty:\n" + text;
}

nlohmann::ordered_json json_of(const std::vector<CorpusLaunch>& launches, const std::vector<Prepared>& prepared,
                               const std::vector<Dial>& dials) {
  nlohmann::ordered_json json;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    nlohmann::ordered_json one = {{"launch", launches[i].id},
                                  {"kernel", launches[i].kernel},
                                  {"area", launches[i].area},
                                  {"suite", launches[i].suite},
                                  {"set", launches[i].set}};
    if (!prepared.empty() && !prepared[i].failure.empty()) one["failure"] = prepared[i].failure;
    if (!prepared.empty() && prepared[i].failure.empty())
      for (const auto& [name, value] : prepared[i].features.items()) one["features"][name] = value;
    json["launches"].push_back(std::move(one));
  }
  for (const Dial& dial : dials) {
    nlohmann::ordered_json classes = nlohmann::ordered_json::array();
    for (const campaign::DialClass& c : dial.classes) {
      classes.push_back({{"low", c.low}, {"launches", c.launches}, {"kernels", c.kernels}});
      if (!std::isinf(c.high)) classes.back()["high"] = c.high;
      if (c.launches > 0) classes.back()["example"] = c.example;
    }
    json["dials"].push_back({{"dial", dial.name}, {"meaning", dial.meaning}, {"classes", std::move(classes)}});
  }
  return json;
}

std::string csv_of(const std::vector<CorpusLaunch>& launches) {
  std::string text = "launch,kernel,area,suite\n";
  for (const CorpusLaunch& l : launches) text += csv_line({l.id, l.kernel, l.area, l.suite});
  return text;
}

void corpus_command(const CorpusOptions& options) {
  const std::vector<CorpusLaunch> launches = campaign::corpus_launches(options.kernels);
  if (options.csv) return fmt::print("{}", csv_of(launches));
  const campaign::FeatureStore store(std::make_shared<source::CacheStore>());
  std::vector<Prepared> prepared;
  std::vector<Dial> dials;
  if (!options.no_features) {
    ProgressBar bar;
    prepared = campaign::prepare(launches, 0, store, 0, &bar);
    std::vector<campaign::Point> points;
    for (std::size_t i = 0; i < launches.size(); ++i)
      if (prepared[i].ready && prepared[i].failure.empty())
        points.push_back({launches[i].kernel, &prepared[i].features});
    dials = campaign::coverage(points);
  }
  if (!options.report.empty()) save_report(options.report, "corpus", json_of(launches, prepared, dials));
  if (options.json) return fmt::print("{}\n", report::json_text(json_of(launches, prepared, dials)));
  fmt::print("{}{}", report::beginning(report::corpus_answer(json_of(launches, prepared, dials))),
             kernels_text(by_kernel(launches)));
  for (std::size_t i = 0; i < prepared.size(); ++i)
    if (!prepared[i].failure.empty()) fmt::print("{}: {}\n", launches[i].id, prepared[i].failure);
  if (!dials.empty()) fmt::print("{}{}", dials_text(dials, launches.size()), gaps_text(dials));
}

}  // namespace

void add_corpus_command(CLI::App& app) {
  const auto options = std::make_shared<CorpusOptions>();
  const Command command =
      add_documented_command(app, "corpus", "list the bundled kernels, and which kinds are missing");
  command.add_option("kernels", options->kernels);
  command.add_flag("--no-features", options->no_features);
  const Option csv = command.add_flag("--csv", options->csv);
  command.add_flag("--json", options->json).excludes(csv);
  add_report_option(command, options->report).excludes(csv);
  command.callback([options] { corpus_command(*options); });
}

}  // namespace forewarp::tool
