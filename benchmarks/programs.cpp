// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Whole programs of other people, those of shared/data/hecbench, through forewarp exec on an RTX 3080: how many run to
/// the end, whether they find their own results right, and the time of their launches beside Nsight Compute's.
/// Usage: bench_programs [--json] [--data DIR] [--compiler nvcc|clang] [--timeout SECONDS] [--results FILE]
///                       [--program NAME]... [--again] [--synthetic] [--tool PATH]
/// What a program did is kept in the results file, by default programs.jsonl in the build folder; a run that was
/// stopped goes on there. --again runs programs anew. --synthetic: those that lack their input get a made-up one of the
/// same format and size (programs/synthetic.hpp); of these only the shapes of launches are compared, in a row of their
/// own.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "data_options.hpp"
#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "forewarp/support/text.hpp"
#include "programs/attempt.hpp"
#include "programs/synthetic.hpp"
#include "scoreboard.hpp"

namespace {

namespace fs = std::filesystem;
using namespace forewarp;
using bench::Attempt;
using bench::Better;
using bench::Program;
using bench::Row;
using bench::Verdict;

struct Options : bench::DataOptions {
  bool again = false, synthetic = false;
  fs::path results = fs::path(FOREWARP_TOOL).parent_path() / "programs.jsonl";
  std::vector<std::string> compilers, programs;
  std::string tool = FOREWARP_TOOL;
  double timeout_s = 600;
};

/// Throws InputError or Unavailable; names the compilers where none was given.
void complete(Options& o) {
  if (!(o.timeout_s > 0)) throw InputError("--timeout: seconds, more than 0");
  if (!fs::exists(o.data / "hecbench")) throw Unavailable(fmt::format("no hecbench in '{}'", o.data.string()));
  if (!o.compilers.empty()) return;
  if (source::find_nvcc()) o.compilers.emplace_back("nvcc");
  o.compilers.emplace_back("clang");
}

std::vector<Attempt> kept_results(const fs::path& file) {
  std::vector<Attempt> out;
  if (!fs::exists(file)) return out;
  const std::string text = read_file(file);
  for (const std::string_view line : split_at(text, '\n')) {
    const nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
    if (json.is_object()) out.push_back(bench::from_json(json));  // the last line of a run that was killed is none
  }
  return out;
}

/// Programs write beside their sources.
fs::path writable_copy(const fs::path& from, const fs::path& to) {
  fs::copy(from, to, fs::copy_options::recursive);
  for (const auto& entry : fs::recursive_directory_iterator(to))
    fs::permissions(entry.path(), fs::perms::owner_all, fs::perm_options::add);
  fs::permissions(to, fs::perms::owner_all, fs::perm_options::add);
  return to;
}

std::vector<Attempt> attempts(const Options& o, const std::vector<Program>& programs, const std::string& compiler) {
  const std::vector<Attempt> kept = kept_results(o.results);
  const TemporaryFolder folder("programs");
  fs::path sources;
  std::vector<Attempt> out;
  for (const Program& p : programs) {
    const auto same = [&](const Attempt& a) {
      return a.program == p.name && a.compiler == compiler && (o.synthetic || !a.synthetic);
    };
    const auto known = std::find_if(kept.rbegin(), kept.rend(), same);
    const bool made_up = o.synthetic && bench::has_synthetic_input(p);
    if (known != kept.rend() && !o.again && known->synthetic == made_up) {
      out.push_back(*known);
      continue;
    }
    if (sources.empty()) sources = writable_copy(o.data / "hecbench/src", folder / "src");
    out.push_back(bench::attempt(p, {.tool = fs::absolute(o.tool),
                                     .compiler = compiler,
                                     .sources = sources,
                                     .folder = folder.path(),
                                     .timeout_s = o.timeout_s,
                                     .synthetic = o.synthetic}));
    std::ofstream(o.results, std::ios::app) << bench::to_json(out.back()).dump() << '\n';
    fmt::print(stderr, "{} by {}: {}\n", p.name, compiler, out.back().ended ? "ended" : out.back().reason);
  }
  return out;
}

std::string verdict_text(Verdict v) {
  return v == Verdict::success ? "success" : v == Verdict::failure ? "FAILURE" : "-";
}

std::string table_text(const std::vector<Attempt>& all) {
  report::TextTable table(
      {"program", "compiler", "build", "run", "CPU", "verdict", "launches", "predicted/measured", "status"});
  for (const Attempt& a : all) {
    std::size_t found = 0;
    std::string ratios;
    for (const bench::FoundLaunch& l : a.launches) {
      found += l.found ? 1 : 0;
      if (l.found) ratios += fmt::format("{}{:.2f}", ratios.empty() ? "" : " ", l.predicted_s / l.measured_s);
    }
    table.row({a.program, a.compiler, fmt::format("{:.1f} s", a.build_s), fmt::format("{:.1f} s", a.seconds),
               fmt::format("{:.1f} s", a.cpu_s), verdict_text(a.verdict),
               fmt::format("{}/{}", found, a.launches.size()), a.synthetic ? "" : ratios,
               (a.ended ? "ended" : a.reason) + (a.synthetic ? " (synthetic input)" : "")});
  }
  return table.str();
}

/// Adds rows of one compiler.
struct Adder {
  std::vector<Row>& rows;
  const std::string& compiler;

  void operator()(const char* id, std::string what, const char* unit, double ours, double target, Better better,
                  std::string note = {}) const {
    rows.push_back({.id = fmt::format("programs.{}.{}", compiler, id),
                    .what = std::move(what),
                    .unit = unit,
                    .ours = ours,
                    .target = target,
                    .better = better,
                    .note = std::move(note)});
  }
};

/// `ratios`: predicted by measured time of each launch.
void add_error_rows(std::vector<Row>& rows, const std::string& compiler, const std::vector<double>& ratios) {
  std::vector<double> errors, factors;
  for (const double ratio : ratios) {
    errors.push_back(100 * std::abs(ratio - 1));
    factors.push_back(std::max(ratio, 1 / ratio));
  }
  const auto within = [&](double factor) {
    const auto count = std::ranges::count_if(factors, [&](double f) { return f <= factor; });
    return 100 * static_cast<double>(count) / static_cast<double>(factors.size());
  };
  const Adder add{rows, compiler};
  const std::string of = "the launches' time against Nsight Compute on an RTX 3080, " + compiler;
  add("time", "median relative error of " + of, "%", median(errors), 12, Better::lower,
      fmt::format("{} launches; predicted/measured {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} at quantiles 10, 25, 50, 75, "
                  "90 %; largest error {:.0f} %; within 1.25x {:.0f} %, 2x {:.0f} %, 3x {:.0f} %",
                  ratios.size(), quantile(ratios, 0.1), quantile(ratios, 0.25), quantile(ratios, 0.5),
                  quantile(ratios, 0.75), quantile(ratios, 0.9), *std::ranges::max_element(errors), within(1.25),
                  within(2), within(3)));
  add("time.mean", "mean relative error of " + of, "%", mean(errors), 18, Better::lower);
  add("time.q90", "90 % of the relative errors are below, of " + of, "%", quantile(errors, 0.9), 40, Better::lower);
  add("time.within", "share within a factor of 1.5, of " + of, "%", within(1.5), 88, Better::higher);
  const double bias = median(ratios);
  add("time.bias", "median of predicted by measured, above 1 inverted, of " + of, "", std::min(bias, 1 / bias), 0.92,
      Better::higher, fmt::format("predicted/measured {:.3f}; aim 0.92 to 1.08", bias));
}

void add_rows(std::vector<Row>& rows, const std::string& compiler, const std::vector<Attempt>& all) {
  const bool nvcc = compiler == "nvcc";
  double ended = 0, soon = 0, failures = 0, successes = 0, launches = 0, found = 0;
  std::string others, wrong;
  std::vector<double> ratios;
  for (const Attempt& a : all) {
    if (a.synthetic) {
      others +=
          fmt::format("{}{}: its input is not there (run with a synthetic one)", others.empty() ? "" : "; ", a.program);
      continue;
    }
    ended += a.ended ? 1 : 0;
    soon += a.ended && a.seconds <= 60 ? 1 : 0;
    if (!a.ended) others += fmt::format("{}{}: {}", others.empty() ? "" : "; ", a.program, a.reason);
    successes += a.ended && a.verdict == Verdict::success ? 1 : 0;
    if (a.ended && a.verdict == Verdict::failure) {
      ++failures;
      wrong += (wrong.empty() ? "" : ", ") + a.program;
    }
    for (const bench::FoundLaunch& l : a.launches) {
      if (!a.ended) continue;
      ++launches;
      if (!l.found) continue;
      ++found;
      ratios.push_back(l.predicted_s / l.measured_s);
    }
  }
  const Adder add{rows, compiler};
  const std::string of = fmt::format("of {} programs of HeCBench, compiled by {}", all.size(), compiler);
  add("ended", "run to the end " + of, "programs", ended, nvcc ? 52 : 45, Better::higher, others);
  if (nvcc) add("minute", "run to the end within 60 s " + of, "programs", soon, 45, Better::higher, "");
  add("failed_checks", "find their own results wrong " + of, "programs", failures, 0, Better::lower,
      fmt::format("{:.0f} find them right{}{}", successes, wrong.empty() ? "" : "; wrong: ", wrong));
  add("launches", "measured launches found with equal grid and block in programs that ran, " + compiler, "%",
      launches > 0 ? 100 * found / launches : 0, 90, Better::higher, fmt::format("{:.0f} of {:.0f}", found, launches));
  if (!ratios.empty()) add_error_rows(rows, compiler, ratios);
}

/// Programs with made-up inputs: how many of their measured launches have the shape that was measured.
void add_synthetic_row(std::vector<Row>& rows, const std::string& compiler, const std::vector<Attempt>& all) {
  double launches = 0, found = 0;
  std::string programs;
  for (const Attempt& a : all) {
    if (!a.synthetic) continue;
    std::size_t own = 0;
    for (const bench::FoundLaunch& l : a.launches) own += l.found ? 1 : 0;
    launches += static_cast<double>(a.launches.size());
    found += static_cast<double>(own);
    programs += fmt::format("{}{} {}/{}{}", programs.empty() ? "" : ", ", a.program, own, a.launches.size(),
                            a.ended ? "" : " (" + a.reason + ")");
  }
  if (launches == 0) return;
  rows.push_back(
      {.id = fmt::format("programs.{}.synthetic", compiler),
       .what = "measured launches found with equal grid and block in programs with synthetic inputs, " + compiler,
       .unit = "%",
       .ours = 100 * found / launches,
       .target = 90,
       .better = Better::higher,
       .note = programs});
}

int run(const Options& o) {
  const std::vector<Program> programs = bench::read_programs(o.data / "hecbench", o.programs);
  std::vector<Row> rows;
  for (const std::string& compiler : o.compilers) {
    const std::vector<Attempt> all = attempts(o, programs, compiler);
    if (!o.json) fmt::print("{}\n", table_text(all));
    add_rows(rows, compiler, all);
    add_synthetic_row(rows, compiler, all);
  }
  bench::print_rows(rows, o.json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  return bench::main_with_data(
      "bench_programs", FOREWARP_BENCH_SOURCE_DIR, argc, argv,
      [&](const bench::DataOptions& given) {
        static_cast<bench::DataOptions&>(o) = given;
        complete(o);
        return run(o);
      },
      {bench::flag("--again", o.again),
       bench::flag("--synthetic", o.synthetic),
       bench::text("--tool", o.tool),
       bench::path("--results", o.results),
       bench::list("--compiler", o.compilers),
       bench::list("--program", o.programs),
       {"--timeout", true, [&](const std::string& text) { o.timeout_s = std::strtod(text.c_str(), nullptr); }}});
}
