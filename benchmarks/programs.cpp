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

struct Options {
  bool json = false, again = false, synthetic = false;
  fs::path data, results = fs::path(FOREWARP_TOOL).parent_path() / "programs.jsonl";
  std::vector<std::string> compilers, programs;
  std::string tool = FOREWARP_TOOL;
  double timeout_s = 600;
};

Options parse(int argc, char** argv) {
  Options o;
  const char* data = std::getenv("FOREWARP_DATA");
  o.data = data != nullptr ? fs::path(data) : fs::path(FOREWARP_BENCH_SOURCE_DIR) / "../shared/data";
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto value = [&] {
      if (i + 1 >= argc) throw InputError(argument + " needs a value");
      return std::string(argv[++i]);
    };
    if (argument == "--json")
      o.json = true;
    else if (argument == "--again")
      o.again = true;
    else if (argument == "--synthetic")
      o.synthetic = true;
    else if (argument == "--tool")
      o.tool = value();
    else if (argument == "--data")
      o.data = value();
    else if (argument == "--results")
      o.results = value();
    else if (argument == "--compiler")
      o.compilers.push_back(value());
    else if (argument == "--program")
      o.programs.push_back(value());
    else if (argument == "--timeout")
      o.timeout_s = std::strtod(value().c_str(), nullptr);
    else
      throw InputError(fmt::format("unknown argument '{}'", argument));
  }
  if (!(o.timeout_s > 0)) throw InputError("--timeout: seconds, more than 0");
  if (!fs::exists(o.data / "hecbench")) throw Unavailable(fmt::format("no hecbench in '{}'", o.data.string()));
  if (o.compilers.empty()) {
    if (source::find_nvcc()) o.compilers.emplace_back("nvcc");
    o.compilers.emplace_back("clang");
  }
  return o;
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
    out.push_back(bench::attempt(p, {.tool = o.tool,
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

void add_rows(std::vector<Row>& rows, const std::string& compiler, const std::vector<Attempt>& all) {
  const bool nvcc = compiler == "nvcc";
  double ended = 0, soon = 0, failures = 0, successes = 0, launches = 0, found = 0;
  std::string others, wrong;
  std::vector<double> errors, ratios, factors;
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
      const double ratio = l.predicted_s / l.measured_s;
      ratios.push_back(ratio);
      errors.push_back(100 * std::abs(ratio - 1));
      factors.push_back(std::abs(std::log(ratio)));
    }
  }
  const auto add = [&](const char* id, std::string what, const char* unit, double ours, double target, Better better,
                       std::string note) {
    rows.push_back({.id = fmt::format("programs.{}.{}", compiler, id),
                    .what = std::move(what),
                    .unit = unit,
                    .ours = ours,
                    .target = target,
                    .better = better,
                    .note = std::move(note)});
  };
  const std::string of = fmt::format("of {} programs of HeCBench, compiled by {}", all.size(), compiler);
  add("ended", "run to the end " + of, "programs", ended, nvcc ? 52 : 45, Better::higher, others);
  if (nvcc) add("minute", "run to the end within 60 s " + of, "programs", soon, 45, Better::higher, "");
  add("failed_checks", "find their own results wrong " + of, "programs", failures, 0, Better::lower,
      fmt::format("{:.0f} find them right{}{}", successes, wrong.empty() ? "" : "; wrong: ", wrong));
  add("launches", "measured launches found with equal grid and block in programs that ran, " + compiler, "%",
      launches > 0 ? 100 * found / launches : 0, 90, Better::higher, fmt::format("{:.0f} of {:.0f}", found, launches));
  if (ratios.empty()) return;
  const auto within = [&](double factor) {
    return 100.0 *
           static_cast<double>(std::ranges::count_if(factors, [&](double f) { return f <= std::log(factor); })) /
           static_cast<double>(factors.size());
  };
  add("time", "median relative error of the launches' time against Nsight Compute on an RTX 3080, " + compiler, "%",
      median(errors), 24, Better::lower,
      fmt::format(
          "predicted/measured {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} at quantiles 10, 25, 50, 75, 90 %; within 1.25x "
          "{:.0f} %, 1.5x {:.0f} %, 2x {:.0f} %, 3x {:.0f} %; the target is that of launches described by hand",
          quantile(ratios, 0.1), quantile(ratios, 0.25), quantile(ratios, 0.5), quantile(ratios, 0.75),
          quantile(ratios, 0.9), within(1.25), within(1.5), within(2), within(3)));
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
  std::vector<Program> programs = bench::read_programs(o.data / "hecbench");
  if (!o.programs.empty())
    std::erase_if(programs, [&](const Program& p) {
      return std::ranges::none_of(o.programs,
                                  [&](const std::string& n) { return p.name == n || p.name == n + "-cuda"; });
    });
  if (programs.empty()) throw InputError("--program: no program of this name");
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
  try {
    return run(parse(argc, argv));
  } catch (const Error& e) {
    fmt::print(stderr, "bench_programs: {}\n", e.what());
    return dynamic_cast<const Unavailable*>(&e) != nullptr ? 3 : 2;
  }
}
