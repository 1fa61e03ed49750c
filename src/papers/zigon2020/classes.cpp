// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/zigon2020/classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "forewarp/model/device/database.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/csv.hpp"
#include "papers/published.hpp"
#include "papers/zigon2020/schemes.hpp"
#include "papers/zigon2020/table1.hpp"
#include "papers/zigon2020/unseen.hpp"

namespace forewarp::papers::zigon2020 {
namespace {

using Texts = Table::Texts;
using Numbers = Table::Numbers;

constexpr std::uint64_t seed = 2020;

Table published(Reproduction& result, std::string_view name) {
  const auto file = shipped_file(fmt::format("papers/zigon2020_{}.csv", name));
  result.files.push_back(file.string());
  return table::read_csv(file);
}

/// The ten of Table 1.
std::vector<advise::KernelClass> ten_classes() {
  std::vector<advise::KernelClass> ten;
  for (advise::KernelClass& c : advise::read_classes())
    if (c.id.starts_with("K")) ten.push_back(std::move(c));
  return ten;
}

void add_table4(Reproduction& result, const Summaries& ours, const std::vector<std::string>& classes) {
  Table table = published(result, "table4");
  constexpr std::array<const char*, 3> names = {"our network", "our forest", "our naive Bayes"};
  for (std::size_t m = 0; m < names.size(); ++m) {
    Numbers f1;
    for (std::size_t c = 0; c < classes.size(); ++c) f1.push_back(ours[m].per_class[c].f1);
    table.add(names[m], f1);
  }
  result.tables.push_back({"table4", "F1 of each class, half of the launches held out, as printed and ours", table});
}

void add_confusion(Reproduction& result, const validate::ClassSummary& summary, const std::string& name) {
  Table table;
  const auto& classes = summary.confusion.classes;
  table.add("truly", classes);
  for (std::size_t p = 0; p < classes.size(); ++p) {
    Numbers column;
    for (std::size_t t = 0; t < classes.size(); ++t) column.push_back(double(summary.confusion.at(t, p)));
    table.add(classes[p], column);
  }
  result.tables.push_back({"confusion_" + name, "how often each class was called each class, " + name, table, false});
}

std::vector<std::size_t> every(std::size_t rows, std::size_t step) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < rows; i += step) chosen.push_back(i);
  return chosen;
}

/// A figure without a unit, of which more is better.
void add_score(Reproduction& result, const std::string& id, std::string what, double ours, double paper,
               double target) {
  result.scores.push_back({.id = "zigon2020." + id,
                           .what = std::move(what),
                           .unit = "",
                           .ours = ours,
                           .other = paper,
                           .target = target,
                           .better = Better::higher,
                           .note = ""});
}

constexpr double nobody = std::numeric_limits<double>::quiet_NaN();

/// By launch on all rows; then what else one may hold out or put in, on fewer.
std::vector<SchemeRow> add_schemes(Reproduction& result, const Sampled& all, const Effort& effort, unsigned threads) {
  std::vector<SchemeRow> rows;
  const std::vector<validate::Method> methods = three(effort);
  const std::vector<std::size_t> relative = useful_features(all.samples, false);
  const learn::Samples inputs = all.samples.select_features(relative);
  const Summaries main = score(inputs, all.target, methods, by_launch(inputs.rows(), seed), threads);
  add_rows(rows, "launches", "relative", methods, main);
  add_table4(result, main, all.target.classes);
  for (std::size_t m = 0; m < methods.size(); ++m) add_confusion(result, main[m], methods[m].name);
  add_score(result, "launch.worst_f1", "worst F1 of the ten classes, best of three, launches held out",
            best(rows, &SchemeRow::worst), papers::published("zigon2020.worst_f1"), 0.99);

  const Sampled few = all.select(every(inputs.rows(), effort.thin));
  const learn::Samples few_inputs = few.samples.select_features(relative);
  const std::size_t before = rows.size();
  add_rows(rows, "sizes", "relative", methods,
           score(few_inputs, few.target, methods, validate::group_k_fold(few.size, 5, seed), threads));
  add_score(result, "size.macro_f1", "macro F1, best of three, problem sizes held out in 5 folds",
            best(std::span(rows).subspan(before), &SchemeRow::f1), nobody, 0.95);

  const learn::Samples counts = few.samples.select_features(useful_features(few.samples, true));
  for (const bool by_size : {false, true}) {
    const validate::Splits scheme =
        by_size ? validate::group_k_fold(few.size, 5, seed) : by_launch(few_inputs.rows(), seed);
    add_rows(rows, by_size ? "sizes" : "launches", "and absolute counts", methods,
             score(counts, few.target, methods, scheme, threads));
  }
  const std::vector<validate::Method> printed = {network("nadam", effort.epochs, true)};
  add_rows(rows, "launches", "2 (x - mu) / sd - 1", printed,
           score(few_inputs, few.target, printed, by_launch(few_inputs.rows(), seed), threads));
  return rows;
}

/// Trained on all devices but one.
void add_devices(std::vector<SchemeRow>& rows, const std::vector<advise::KernelClass>& classes, const Effort& effort,
                 unsigned threads) {
  std::vector<device::DeviceSpec> devices;
  for (const char* name : {"Titan V", "P100", "RTX 2080 Ti", "A100"}) devices.push_back(device::find_device(name));
  const Sampled s = sample(classes, devices, effort.every * effort.thin * 4, threads);
  const std::vector<validate::Method> methods = three(effort);
  add_rows(rows, "devices", "relative", methods,
           score(s.samples.select_features(useful_features(s.samples, false)), s.target, methods,
                 validate::leave_one_group_out(s.device), threads));
}

/// Figure 3: seven optimisers, 7-fold cross-validation.
void add_figure3(Reproduction& result, const Sampled& all, const Effort& effort, unsigned threads) {
  const Sampled few = all.select(every(all.samples.rows(), 2 * effort.thin));
  const learn::Samples inputs = few.samples.select_features(useful_features(few.samples, false));
  std::vector<validate::Method> methods;
  for (const char* name : {"rmsprop", "sgd", "adagrad", "adadelta", "adam", "adamax", "nadam"})
    methods.push_back(network(name, effort.optimiser_epochs));
  const Summaries scores = score(inputs, few.target, methods, validate::k_fold(inputs.rows(), 7, seed), threads);
  Texts names;
  Numbers accuracy, f1;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    names.push_back(methods[m].name);
    accuracy.push_back(scores[m].accuracy), f1.push_back(scores[m].f1);
  }
  Table table;
  table.add("optimiser", names);
  table.add("accuracy", accuracy);
  table.add("macro F1", f1);
  result.tables.push_back(
      {"figure3",
       fmt::format("seven optimisers, 7 folds, {} epochs on {} samples (the paper prints no figures)",
                   effort.optimiser_epochs, inputs.rows()),
       table});
}

/// Memory utilisation of K1 to K6 on newer GPUs: where the classes move to.
void add_shift(Reproduction& result, const std::vector<advise::KernelClass>& classes, const Effort& effort,
               unsigned threads) {
  const std::vector<advise::KernelClass> vectors(classes.begin(), classes.begin() + 6);
  std::vector<device::DeviceSpec> devices;
  for (const char* name : {"Titan V", "A100", "H100"}) devices.push_back(device::find_device(name));
  const Sampled s = sample(vectors, devices, effort.every * effort.thin * 10, threads);
  const auto& names = s.samples.names();
  const auto mem = static_cast<std::size_t>(std::ranges::find(names, "dram_utilization") - names.begin());
  const auto issue = static_cast<std::size_t>(std::ranges::find(names, "issue_slot_utilization") - names.begin());
  Table table;
  table.add("class", s.target.classes);
  for (const device::DeviceSpec& device : devices)
    for (const auto& [what, column] : {std::pair("Mem", mem), std::pair("issue", issue)}) {
      Numbers means;
      for (std::size_t c = 0; c < vectors.size(); ++c) {
        Numbers of_class;
        for (std::size_t i = 0; i < s.samples.rows(); ++i)
          if (s.device[i] == device.name && s.target.values[i] == static_cast<double>(c))
            of_class.push_back(s.samples.at(i, column));
        means.push_back(mean(of_class));
      }
      table.add(fmt::format("{} {}", device.name, what), means, "%");
    }
  result.tables.push_back({"shift",
                           "K1 to K6 on newer GPUs: with more bandwidth for their instructions they move from "
                           "memory to compute, so a classifier is to be trained on the device that it is for",
                           table});
}

void add_table5(Reproduction& result, const Sampled& all, const Effort& effort, unsigned threads) {
  const std::vector<Histogram> rows = histograms(all, three(effort), threads);
  Texts model, kernel;
  for (const Histogram& h : rows) model.push_back(h.method), kernel.push_back(h.kernel);
  Table table;
  table.add("model", model);
  table.add("kernel", kernel);
  for (std::size_t c = 0; c < all.target.classes.size(); ++c) {
    Numbers column;
    for (const Histogram& h : rows) column.push_back(double(h.counts[c]));
    table.add(all.target.classes[c], column);
  }
  result.tables.push_back({"table5_printed",
                           "classes given to ten launches of each unseen kernel, as printed (the "
                           "network's SpMV row is shifted in print, K3 is meant by its text)",
                           published(result, "table5")});
  result.tables.push_back({"table5", "the same, ours", table});
  for (const char* kernel_name : {"stencil9_global", "stencil9_shared"}) {
    const std::string wanted = kernel_name == std::string("stencil9_global") ? "K9" : "K10";
    double fewest = 10;
    for (const Histogram& h : rows)
      if (h.kernel == kernel_name && h.method == "forest")
        fewest = std::min(fewest, double(h.of(all.target.classes, wanted)));
    add_score(result, std::string("unseen.") + kernel_name,
              fmt::format("of ten launches of {} the forest calls {}", kernel_name, wanted), fewest, 10, 10);
  }
}

}  // namespace

Reproduction classes(const Options& options, const Effort& effort) {
  Reproduction result;
  const std::vector<advise::KernelClass> ten = ten_classes();
  const std::vector<device::DeviceSpec> titan = {device::find_device("Titan V")};
  const Sampled all = sample(ten, titan, effort.every, options.threads);
  add_table1(result, all, ten, titan.front());
  std::vector<SchemeRow> rows = add_schemes(result, all, effort, options.threads);
  add_devices(rows, ten, effort, options.threads);
  result.tables.push_back({"schemes", "what is held out, and what the classifiers see", table_of(rows)});
  add_shift(result, ten, effort, options.threads);
  add_figure3(result, all, effort, options.threads);
  add_table5(result, all, effort, options.threads);
  result.notes.push_back(
      fmt::format("{} launches, counters from the emulator and the bounds model: no noise of a measurement is in them; "
                  "{} metrics of "
                  "the catalogue are relative and vary, the paper has 48 and names two",
                  all.samples.rows(), useful_features(all.samples, false).size()));
  result.notes.emplace_back(
      "the network's epochs and batch are not in the paper; a class is one program, so a high score says that programs "
      "are told apart, not that a new one's kind is known");
  return result;
}

Reproduction classes(const Options& options) { return classes(options, Effort{}); }

}  // namespace forewarp::papers::zigon2020
