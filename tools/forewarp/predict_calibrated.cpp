// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "predict_calibrated.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "forewarp/emulate/profile/placed_launch.hpp"
#include "forewarp/model/expression/calibrate.hpp"
#include "forewarp/model/expression/feature.hpp"
#include "forewarp/query/count_kernel.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/count/loop/count_loop.hpp"
#include "forewarp/symbolic/count/ptx/fill.hpp"
#include "forewarp/symbolic/loop/read.hpp"
#include "predict_values.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"
#include "sizes_option.hpp"

namespace forewarp::tool {
namespace {

namespace expression = model::expression;

struct Known {
  query::Counted counted;
  std::vector<std::string> notes;  ///< those of the marks among them
};

/// Thread executions of each block of the analysis, from a sampled launch: what unknown frequencies are filled with.
std::vector<std::uint64_t> sampled_blocks(const count::PtxCounts& counts, const profile::Profile& profile) {
  std::vector<std::uint64_t> out(counts.blocks.size());
  for (std::size_t n = 0; n < counts.blocks.size(); ++n)
    for (const profile::BasicBlockCount& block : profile.basic_blocks)
      if (block.function == counts.counts.kernel && block.first_line <= counts.blocks[n].first_line &&
          counts.blocks[n].first_line <= block.last_line)
        out[n] = static_cast<std::uint64_t>(std::llround(block.threads));
  return out;
}

/// A kernel's formulas at its launch. It is emulated for frequencies that depend on data, for what a guess decides, and
/// where it is to be checked.
Known counted_kernel(const KernelOptions& options) {
  ProgressBar bar;
  const kernel::Kernel kernel = kernel::load(request_of(options), &bar);
  const count::PtxCounts counts =
      count::analyse(*kernel.module, kernel.launch.entry, count::options_for(kernel.launch));
  Known out{{counts.counts, {}, {}}, kernel.notes};
  if (counts.counts.unknowns.empty() && !kernel.launch.guessed_arguments && options.check.empty()) {
    out.counted.sizes = count::sizes_of(counts, kernel.launch);
    return out;
  }
  const profile::ProfileOptions how = profile_options_of(options, kernel, &bar);
  const profile::Profile profile = profile::profile_of(kernel, how, &bar);
  out.counted.sizes = count::sizes_of(counts, profile.launch);
  if (!counts.counts.unknowns.empty()) out.counted.sizes.merge(count::filled(counts, sampled_blocks(counts, profile)));
  out.counted.marks = profile.marks;
  for (const std::string& note : profile.notes)
    if (std::ranges::find(out.notes, note) == out.notes.end()) out.notes.push_back(note);
  return out;
}

Known counted(const KernelOptions& options) {
  if (std::filesystem::path(options.request.path).extension() != ".loop") return counted_kernel(options);
  if (!options.check.empty()) throw InputError("--check is for kernels: a loop program is not run");
  const loop::Program program = loop::read(options.request.path);
  Known all{{count::count_loop(program), sizes_of(options.request.set, "--set")}, {}};
  count::check_sizes(program, all.counted.sizes);
  all.counted.sizes.insert(program.fixed.begin(), program.fixed.end());
  return all;
}

/// Throws InputError where a feature of the model cannot be counted for this kernel: its cost would be missing.
expression::TermedPrediction predicted(const expression::Predictor& predictor, Known& known) {
  const query::Counted& kernel = known.counted;
  expression::FeatureValues values(kernel.counts, predictor.features(), {}, expression::Unmatched::is_zero);
  const std::vector<double> features = values.at(kernel.sizes);
  const auto undecided = expression::undecided(predictor.features(), kernel.counts, kernel.sizes);
  if (!undecided.empty())
    throw InputError(fmt::format("{}: {}; a model without afr: constraints can predict it", kernel.counts.kernel,
                                 undecided.front()));
  const auto absent = std::ranges::count(features, 0.0);
  if (absent > 0)
    known.notes.push_back(
        fmt::format("{} has nothing of {} of the model's {} features", kernel.counts.kernel, absent, features.size()));
  return predictor.explain(features);
}

/// Terms below one another, those of an overlap's two sides further in. Returns how many are 0, and left out.
std::size_t add_terms(report::TextTable& rows, const std::vector<expression::Term>& terms, std::size_t indent,
                      const Told& told) {
  const std::string before(indent, ' ');
  std::size_t nothing = 0;
  for (const expression::Term& term : terms) {
    if (term.value == 0) {
      ++nothing;
      continue;
    }
    rows.row({before + term.text, told(term.value)});
    for (std::size_t k = 0; k < term.sides.size(); ++k) {
      double all = 0;
      for (const expression::Term& cost : term.sides[k]) all += cost.value;
      rows.row({before + (k == 0 ? "  of one cost" : "  and the other"), told(all)});
      nothing += add_terms(rows, term.sides[k], indent + 4, told);
    }
  }
  return nothing;
}

std::string terms_text(const expression::TermedPrediction& prediction, const Told& told) {
  report::TextTable rows({"term", told.name});
  const std::size_t nothing = add_terms(rows, prediction.terms, 0, told);
  return rows.str() + (nothing > 0 ? fmt::format("{} terms are 0\n", nothing) : "");
}

nlohmann::ordered_json overlap_json(const expression::Term& term) {
  nlohmann::ordered_json json{{"term", term.text}, {"sides", nlohmann::ordered_json::array()}};
  for (const auto& side : term.sides) {
    nlohmann::ordered_json costs = nlohmann::ordered_json::object();
    for (const expression::Term& cost : side) costs[cost.text] = cost.value;
    json["sides"].push_back(std::move(costs));
  }
  return json;
}

struct Ranked {
  std::string file, kernel;
  double time = 0;
};

/// This kernel and the others, each predicted at the same sizes, the fastest first.
/// What is marked and noted of the others is added to `known`, after the file's name.
std::vector<Ranked> ranked(const expression::Predictor& predictor, const KernelOptions& options, const Ranked& first,
                           const std::vector<std::string>& against, Known& known) {
  std::vector<Ranked> all{first};
  for (const std::string& file : against) {
    KernelOptions other = options;
    other.request.path = file;
    Known kernel = counted(other);
    all.push_back({file, kernel.counted.counts.kernel, predicted(predictor, kernel).value});
    for (profile::Mark& mark : kernel.counted.marks) {
      mark.text = fmt::format("{}: {}", file, mark.text);
      known.counted.marks.push_back(std::move(mark));
    }
    for (const std::string& note : kernel.notes) known.notes.push_back(fmt::format("{}: {}", file, note));
  }
  std::ranges::stable_sort(all, {}, &Ranked::time);
  return all;
}

std::string ranking_text(const std::vector<Ranked>& all, const Told& told) {
  report::TextTable rows({"fastest first", "kernel", told.name, "times the first"});
  for (const Ranked& each : all)
    rows.row({each.file, each.kernel, told(each.time), fmt::format("{:.2f}", each.time / all[0].time)});
  return rows.str();
}

}  // namespace

void predict_calibrated(const std::string& file, const KernelOptions& options, const std::vector<std::string>& against,
                        const std::string& page) {
  const expression::Calibration calibration = expression::load(file);
  const expression::Predictor predictor(calibration);
  if (is_table(options.request.path)) {
    if (!against.empty()) throw InputError("--against compares kernels: a table has its own rows");
    predict_values(calibration, options.request.path, options.json, options.csv, page);
    return;
  }
  Known kernel = counted(options);
  const std::string& name = kernel.counted.counts.kernel;
  const expression::TermedPrediction prediction = predicted(predictor, kernel);
  const std::vector<Ranked> ranking =
      ranked(predictor, options, {options.request.path, name, prediction.value}, against, kernel);
  const Told told(calibration);
  nlohmann::ordered_json json{{"kernel", name}, {"device", calibration.device}, {told.key, prediction.value}};
  json["terms"] = nlohmann::ordered_json::object();
  for (const expression::Term& term : prediction.terms) {
    json["terms"][term.text] = json["terms"].value(term.text, 0.0) + term.value;  // two overlaps may read alike
    if (!term.sides.empty()) json["overlaps"].push_back(overlap_json(term));
  }
  for (const Ranked& each : ranking)
    if (!against.empty())
      json["ranking"].push_back({{"file", each.file}, {"kernel", each.kernel}, {told.key, each.time}});
  json["marks"] = report::marks_json(kernel.counted.marks);
  if (!kernel.notes.empty()) json["notes"] = kernel.notes;
  save_report(page, "predict", json);
  if (options.json) {
    fmt::print("{}\n", report::json_text(json));
    return;
  }
  if (options.csv) {
    fmt::print("kernel,device,{}\n", told.key);
    for (const Ranked& each : ranking) fmt::print("{},{},{}\n", each.kernel, calibration.device, each.time);
    return;
  }
  fmt::print("{}{} on {}: {}  (calibrated {} from {} kernels, whose own error is {:.1f} %)\n\n",
             report::marks_text(kernel.counted.marks), name, calibration.device, told(prediction.value),
             calibration.date, calibration.samples, 100 * calibration.mean_error);
  fmt::print("{}", terms_text(prediction, told));
  if (!against.empty()) fmt::print("\n{}", ranking_text(ranking, told));
  const auto is_above = [&](const std::string& note) {
    return std::ranges::any_of(kernel.counted.marks, [&](const profile::Mark& mark) {
      return mark.kind != profile::MarkKind::beyond_end && note == mark.text;
    });
  };
  for (const std::string& note : kernel.notes)
    if (!is_above(note)) fmt::print("note: {}\n", note);
}

}  // namespace forewarp::tool
