// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Whether what is told from a sample of a launch's blocks lies within two of the stated standard errors of what
/// running all of them gives: over the bundled kernels at many sizes, over kernels made to mislead a sample, and over
/// kernels that were generated at random. Usage: bench_sampling [--json | --list] [--launches N]
/// [--most WARP_INSTRUCTIONS] [--seed S] [bundled | adversarial | generated]
///
/// Seeds 1 and 2 of the generated kernels were looked at while the errors were developed, seed 3 was not.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/measure/campaign/corpus_launch.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "sampling/adversarial.hpp"
#include "sampling/compare.hpp"
#include "sampling/generated.hpp"
#include "scoreboard.hpp"

namespace forewarp::bench {
namespace {

constexpr unsigned generated_count = 60;

struct Asked {
  bool json = false, list = false;
  std::string set;                              ///< only these launches; empty: all
  double launches = 150, most = 8e6, seed = 3;  ///< of bundled kernels; warp instructions of an exact run

  [[nodiscard]] bool has(std::string_view name) const { return set.empty() || set == name; }
};

double number_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= 0))
    throw InputError(fmt::format("'{}' is no number", text));
  return value;
}

Asked parse(int argc, char** argv) {
  Asked asked;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--json") {
      asked.json = true;
    } else if (argument == "--list") {
      asked.list = true;
    } else if (argument == "--launches" && i + 1 < argc) {
      asked.launches = number_of(argv[++i]);
    } else if (argument == "--most" && i + 1 < argc) {
      asked.most = number_of(argv[++i]);
    } else if (argument == "--seed" && i + 1 < argc) {
      asked.seed = number_of(argv[++i]);
    } else if (argument == "bundled" || argument == "adversarial" || argument == "generated") {
      asked.set = argument;
    } else {
      throw InputError(
          fmt::format("unknown option '{}': [--json | --list] [--launches N] [--most WARP_INSTRUCTIONS] [--seed S] "
                      "[bundled | adversarial | generated]",
                      argument));
    }
  }
  return asked;
}

void print(const Comparison& c) {
  fmt::print("{:44} {:>7} of {:>8} blocks, {:6.3f} s of {:6.3f} s", c.name, c.blocks_run, c.blocks_total,
             c.seconds_sampled, c.seconds_exact);
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    if (c.covers(q)) continue;
    fmt::print("; {} {:.5g} for {:.5g}, {:+.2f} %, stated {:.2g} %", quantities[q], c.sampled[q], c.exact[q],
               100 * (c.sampled[q] / c.exact[q] - 1), 200 * c.error[q]);
  }
  fmt::print("\n");
}

std::vector<Comparison> bundled(const Asked& asked) {
  std::vector<Comparison> out;
  const auto launches = campaign::corpus_launches();
  source::Compiler compiler;
  for (const auto k : campaign::round_robin(launches)) {
    if (static_cast<double>(out.size()) >= asked.launches) break;
    const auto found = compare(launches[k].id, kernel::load(campaign::request_of(launches[k]), compiler), asked.most);
    if (!found) continue;
    if (asked.list) print(*found);
    out.push_back(*found);
  }
  return out;
}

std::vector<Comparison> compared(const Asked& asked, const std::vector<NamedKernel>& launches) {
  std::vector<Comparison> out;
  for (const auto& [name, kernel] : launches) {
    const auto found = compare(name, kernel, 100 * asked.most);
    if (!found) continue;
    if (asked.list) print(*found);
    out.push_back(*found);
  }
  return out;
}

std::size_t covered(const std::vector<Comparison>& all, std::size_t quantity) {
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [&](const auto& c) { return c.covers(quantity); }));
}

void add_rows(std::vector<Row>& rows, const std::string& set, const std::vector<Comparison>& all) {
  if (all.empty()) return;
  const auto launches = static_cast<double>(all.size());
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    std::vector<double> stated;
    for (const auto& c : all) stated.push_back(100 * c.error[q]);
    std::string id = fmt::format("sampling.{}.{}", set, quantities[q]);
    std::replace(id.begin(), id.end(), ' ', '_');
    rows.push_back({.id = std::move(id),
                    .what = fmt::format("launches whose {} are within two stated standard errors", quantities[q]),
                    .unit = "%",
                    .ours = 100 * static_cast<double>(covered(all, q)) / launches,
                    .target = 95,
                    .better = Better::higher,
                    .note = fmt::format("{} of {} {} launches; median error stated {:.2g} %", covered(all, q),
                                        all.size(), set, median(stated))});
  }
}

/// How often nothing is said to be uncertain that is, and how much is said to be: huge errors would hold everything.
void add_honesty(std::vector<Row>& rows, const std::string& set, const std::vector<Comparison>& all) {
  if (all.empty()) return;
  double wrong = 0;
  for (const auto& c : all)
    for (std::size_t q = 0; q < quantities.size(); ++q) wrong += c.is_certain_and_wrong(q) ? 1 : 0;
  rows.push_back({.id = fmt::format("sampling.{}.certain_and_wrong", set),
                  .what = "quantities that differ from the truth though their stated error is 0",
                  .unit = "",
                  .ours = wrong,
                  .target = 0,
                  .note = fmt::format("{} quantities of {} launches", quantities.size(), all.size())});
  for (const std::size_t q : {std::size_t{0}, std::size_t{4}, std::size_t{5}, std::size_t{6}}) {
    std::vector<double> stated;
    for (const auto& c : all) stated.push_back(100 * c.error[q]);
    std::string id = fmt::format("sampling.{}.{}.width", set, quantities[q]);
    std::replace(id.begin(), id.end(), ' ', '_');
    rows.push_back({.id = std::move(id),
                    .what = fmt::format("standard error stated of {}, ninth decile", quantities[q]),
                    .unit = "%",
                    .ours = quantile(stated, 0.9),
                    .target = 100,
                    .note = fmt::format("median {:.2g} %, largest {:.2g} %", median(stated), quantile(stated, 1))});
  }
}

void add_time(std::vector<Row>& rows, const std::vector<Comparison>& all) {
  std::vector<double> shares;
  for (const auto& c : all) shares.push_back(100 * c.seconds_sampled / c.seconds_exact);
  if (shares.empty()) return;
  rows.push_back({.id = "sampling.time",
                  .what = "time of a sampled launch over that of all its blocks, median",
                  .unit = "%",
                  .ours = median(shares),
                  .target = 50,
                  .note = fmt::format("{} launches small enough to run whole; larger ones gain more", all.size())});
}

int run(int argc, char** argv) {
  const Asked asked = parse(argc, argv);
  std::vector<Row> rows;
  std::vector<Comparison> all;

  const auto add = [&](const std::string& set, const std::vector<Comparison>& found) {
    add_rows(rows, set, found);
    add_honesty(rows, set, found);
    all.insert(all.end(), found.begin(), found.end());
  };
  if (asked.has("bundled")) add("bundled", bundled(asked));
  if (asked.has("adversarial")) add("adversarial", compared(asked, adversarial_launches()));
  if (asked.has("generated"))
    add("generated", compared(asked, generated_launches(static_cast<std::uint64_t>(asked.seed), generated_count)));
  if (asked.set.empty()) add_rows(rows, "all", all);
  add_time(rows, all);
  print_rows(rows, asked.json);
  return 0;
}

}  // namespace
}  // namespace forewarp::bench

int main(int argc, char** argv) { return forewarp::bench::guarded("bench_sampling", forewarp::bench::run, argc, argv); }
