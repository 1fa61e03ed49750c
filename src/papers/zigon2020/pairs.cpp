// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/zigon2020/pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/measure/run/open.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/driver_name.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/parallel.hpp"
#include "forewarp/support/toml.hpp"
#include "papers/zigon2020/pairs_measured.hpp"

namespace forewarp::papers::zigon2020 {
namespace {

constexpr double factor = 1.5;

AdvicePair pair_of(const toml::table& table, const std::string& file) {
  TomlTable t(table, file);
  AdvicePair pair;
  pair.strategy = t.required_text("strategy");
  pair.before = advise::parse_launch_line(t.required_text("before"));
  pair.after = advise::parse_launch_line(t.required_text("after"));
  pair.device = t.text("device", "V100");
  pair.tuned = t.boolean("tuned", false);
  t.finish();
  return pair;
}

advise::Advice advice_on(const advise::LaunchLine& line, const device::DeviceSpec& device) {
  kernel::Request request;
  request.path = line.kernel;
  for (const auto& [name, value] : line.parameters) request.set.push_back(fmt::format("{}={}", name, value));
  const kernel::Kernel kernel = kernel::load(request);
  profile::ProfileOptions options;
  options.threads = 1;
  options.registers = kernel.code.registers;
  const auto situation = advise::situation(profile::profile(*kernel.module, kernel.launch, options), device);
  return advise::advise(situation, *kernel.module, advise::shipped_strategies());
}

struct Tally {
  double pairs = 0, placed = 0, agreed = 0;
};

Tally tally(const std::vector<AdvicePair>& pairs, const std::vector<PairResult>& results, bool tuned, bool untuned) {
  Tally t;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!(pairs[i].tuned ? tuned : untuned)) continue;
    ++t.pairs;
    t.placed += results[i].place == 1 || results[i].place == 2;
    t.agreed += results[i].agrees();
  }
  return t;
}

void add_scores(Reproduction& result, const Tally& all, const Tally& untuned) {
  const auto add = [&](const char* id, std::string what, double ours, double target, std::string note) {
    result.scores.push_back({.id = fmt::format("zigon2020.pairs.{}", id),
                             .what = std::move(what),
                             .unit = "",
                             .ours = ours,
                             .target = target,
                             .better = Better::higher,
                             .note = std::move(note)});
  };
  add("count", "launches before and after one strategy, chosen where the bounds model shows a gain", all.pairs, 25,
      "a selection: says nothing of launches for which the model shows none");
  add("placed", "of these, the strategy is among the first two advised", all.placed, 22,
      fmt::format("{:g} of the {:g} that nothing was tuned on", untuned.placed, untuned.pairs));
  add("agreed",
      fmt::format("of these, gain estimated and gain computed by the same bounds model within a factor {}", factor),
      all.agreed, 20,
      fmt::format("{:g} of the {:g} that nothing was tuned on; the model against itself", untuned.agreed,
                  untuned.pairs));
}

ResultTable table_of(const std::vector<AdvicePair>& pairs, const std::vector<PairResult>& results,
                     const std::vector<double>& measured) {
  Table::Texts before, after, device, strategy, first, tuned;
  Table::Numbers place, estimated, reached;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    before.push_back(advise::text_of(pairs[i].before)), after.push_back(advise::text_of(pairs[i].after));
    device.push_back(pairs[i].device), strategy.push_back(pairs[i].strategy);
    tuned.emplace_back(pairs[i].tuned ? "tuned" : "");
    first.push_back(results[i].first);
    place.push_back(static_cast<double>(results[i].place));
    estimated.push_back(results[i].estimated), reached.push_back(results[i].reached);
  }
  Table table;
  table.add("before", before);
  table.add("after", after);
  table.add("device", device);
  table.add("applied", strategy);
  table.add("first advised", first);
  table.add("place", place);
  table.add("estimated", estimated);
  table.add("reached", reached);
  if (!measured.empty()) table.add("measured", measured);
  table.add("", tuned);
  return {"pairs",
          "one strategy applied: its place among those advised (0: not advised), its gain as estimated and as "
          "the bounds model gives the improved launch",
          std::move(table)};
}

/// The pairs as launches on another device; those that do not fit it are left out and told.
std::vector<AdvicePair> fitting(std::vector<AdvicePair> pairs, const device::DeviceSpec& device,
                                std::vector<std::string>& notes) {
  std::vector<AdvicePair> fit;
  for (AdvicePair& pair : pairs) {
    pair.device = device.name;
    try {
      (void)check(pair);
      fit.push_back(std::move(pair));
    } catch (const InputError& error) {
      notes.push_back(fmt::format("{}: {}", advise::text_of(pair.before), error.what()));
    }
  }
  return fit;
}

std::string measured_note(const run::DeviceInfo& info, bool has_sheet) {
  return fmt::format(
      "measured on {}{}{}", info.name, info.synthetic ? ": SYNTHETIC, a model with noise, nothing was measured" : "",
      has_sheet ? "" : ", which has no data sheet here: the gains beside are those of the devices named");
}

void add_measured_score(Reproduction& result, const std::vector<PairResult>& results,
                        const std::vector<double>& measured) {
  double both = 0, agreed = 0;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (results[i].place > 0 && !std::isnan(measured[i]))
      ++both, agreed += are_close(results[i].estimated, measured[i]);
  result.scores.push_back(
      {.id = "zigon2020.pairs.measured",
       .what =
           fmt::format("of {:g} advised and measured, estimated and measured gain within a factor {}", both, factor),
       .unit = "",
       .ours = agreed,
       .target = 20,
       .better = Better::higher,
       .note = ""});
}

}  // namespace

bool are_close(double a, double b) { return a > 0 && a < factor * b && b < factor * a; }

bool PairResult::agrees() const { return are_close(estimated, reached); }

PairResult result_of(const advise::Advice& before, double after_s, std::span<const std::string> strategies) {
  PairResult result;
  result.reached = before.prediction.time_s / after_s;
  if (!before.suggestions.empty()) result.first = before.suggestions.front().id;
  const auto at = std::ranges::find_if(
      before.suggestions, [&](const advise::Suggestion& s) { return std::ranges::count(strategies, s.id) > 0; });
  if (at == before.suggestions.end()) return result;
  result.place = static_cast<std::size_t>(at - before.suggestions.begin()) + 1;
  result.estimated = at->gain;
  return result;
}

std::vector<AdvicePair> parse_pairs(std::string_view text, const std::string& file) {
  const toml::table parsed = parse_toml(text, file);
  TomlTable table(parsed, file);
  const toml::node* node = table.find("pair");
  if (!node || !node->as_array()) throw ParseError(table.where(), "no [[pair]]");
  std::vector<AdvicePair> all;
  for (const toml::node& element : *node->as_array()) {
    const toml::table* entry = element.as_table();
    if (!entry) table.fail(element, "[[pair]] was expected");
    all.push_back(pair_of(*entry, file));
  }
  table.finish();
  return all;
}

PairResult check(const AdvicePair& pair) {
  const device::DeviceSpec device = device::find_device(pair.device);
  const advise::Advice before = advice_on(pair.before, device), after = advice_on(pair.after, device);
  return result_of(before, after.prediction.time_s, {&pair.strategy, 1});
}

Reproduction pairs(const Options& options) {
  const auto folder = launch::find_kernel_folder("vector_add");
  if (!folder) throw InputError("the bundled kernels are not there");
  const std::filesystem::path file = folder->parent_path() / "pairs.toml";
  std::vector<AdvicePair> all = parse_pairs(read_file(file), file.string());
  Reproduction result;
  result.files.push_back(file.string());
  std::vector<double> measured;
  if (options.device.empty()) {
    result.notes.emplace_back(
        "the bounds model compared with itself: both gains are its own, and the pairs and their devices were chosen "
        "where "
        "it shows a gain of a tenth (kernels/pairs.toml). Nothing was measured; --device cuda:0 (or opencl:0) "
        "measures");
  } else {
    const auto device = run::open_device(options.device);
    const auto sheet = device::data_sheet_of(device->info().name);
    if (sheet) all = fitting(std::move(all), *sheet, result.notes);
    measured = measured_gains(*device, all, options, result.notes);
    result.notes.push_back(measured_note(device->info(), sheet.has_value()));
  }
  std::vector<PairResult> results(all.size());
  parallel_for(
      all.size(), [&](std::size_t i) { results[i] = check(all[i]); }, options.threads);
  result.tables.push_back(table_of(all, results, measured));
  add_scores(result, tally(all, results, true, true), tally(all, results, false, true));
  if (!measured.empty()) add_measured_score(result, results, measured);
  return result;
}

}  // namespace forewarp::papers::zigon2020
