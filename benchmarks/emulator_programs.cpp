// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The rate at which forewarp exec emulates whole programs, those of shared/data/hecbench: thread instructions of the
/// launches that were run (not of those whose results were known) over the time that launches took, counting and
/// prediction included. A program that does not end within the limit counts with what it has done until then.
/// Usage: bench_emulator_programs [--json] [--data DIR] [--compiler nvcc|clang] [--seconds LIMIT] [--program NAME]...
///                                [--folder DIR] [--tool PATH]
/// --folder keeps the built programs, so that another run, or another tool, takes the same.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>

#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "programs/program.hpp"
#include "scoreboard.hpp"

namespace {

namespace fs = std::filesystem;
using namespace forewarp;
using bench::Program;

constexpr double target_rate = 800e6, build_timeout_s = 900;

struct Options {
  bool json = false;
  fs::path data, folder;
  std::vector<std::string> programs;
  std::string compiler = source::find_nvcc() ? "nvcc" : "clang", tool = FOREWARP_TOOL;
  double seconds = 60;
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
    else if (argument == "--data")
      o.data = value();
    else if (argument == "--folder")
      o.folder = value();
    else if (argument == "--compiler")
      o.compiler = value();
    else if (argument == "--tool")
      o.tool = value();
    else if (argument == "--program")
      o.programs.push_back(value());
    else if (argument == "--seconds")
      o.seconds = std::strtod(value().c_str(), nullptr);
    else
      throw InputError(fmt::format("unknown argument '{}'", argument));
  }
  if (!(o.seconds > 0)) throw InputError("--seconds: a limit of more than 0");
  if (!fs::exists(o.data / "hecbench")) throw Unavailable(fmt::format("no hecbench in '{}'", o.data.string()));
  return o;
}

bool built(const Options& o, const Program& p, const fs::path& sources, const fs::path& program) {
  if (fs::exists(program)) return true;
  std::vector<std::string> c = {o.tool,       "exec",     "--build", "--device", "RTX 3080",
                                "--compiler", o.compiler, "-o",      program};
  for (const fs::path& s : p.sources) c.push_back(sources / s);
  for (const fs::path& i : p.includes) c.insert(c.end(), {"-I", sources / i});
  for (const std::string& d : p.defines) c.insert(c.end(), {"-D", d});
  for (const std::string& l : p.libraries) c.insert(c.end(), {"-l", l});
  for (const std::string& f : p.flags) c.push_back("--compiler-flag=" + f);
  return run_process(c, {.timeout_s = build_timeout_s}).exit_status == 0;
}

struct Rate {
  std::string program;
  double instructions = 0, seconds = 0;
  bool ended = false;
  [[nodiscard]] double per_s() const { return instructions / seconds; }
};

/// The last text of exec's JSON; programs print before it.
nlohmann::json summary_of(const std::string& text) {
  for (std::size_t at = text.rfind("{\n"); at != std::string::npos && at > 0; at = text.rfind("{\n", at - 1)) {
    nlohmann::json json = nlohmann::json::parse(text.substr(at), nullptr, false);
    if (json.is_object() && json.contains("emulated_thread_instructions")) return json;
  }
  return nlohmann::json::parse(text, nullptr, false);
}

std::optional<Rate> measured(const Options& o, const Program& p, const fs::path& sources, const fs::path& program) {
  const fs::path folder = sources / *p.sources.front().begin();
  bench::prepare(p, folder);
  std::vector<std::string> c = {"env",
                                "-C",
                                folder,
                                o.tool,
                                "exec",
                                program,
                                "--device",
                                "RTX 3080",
                                "--json",
                                "--timeout",
                                fmt::format("{:.0f}", o.seconds),
                                "--"};
  c.insert(c.end(), p.arguments.begin(), p.arguments.end());
  const fs::path output = folder / "forewarp_output.txt";
  const bool ended = run_to_file(c, output) == 0;
  const nlohmann::json json = summary_of(read_file(output));
  if (!json.is_object() || !json.contains("emulated_thread_instructions")) return std::nullopt;
  Rate rate{.program = p.name,
            .instructions = json.at("emulated_thread_instructions").get<double>(),
            // Of a program that was stopped the time of its launches is not known: all of it counts.
            .seconds = ended ? json.at("emulation_s").get<double>() : o.seconds,
            .ended = ended};
  return rate.instructions > 0 && rate.seconds > 0 ? std::optional(rate) : std::nullopt;
}

int run(const Options& o) {
  const std::vector<Program> programs = bench::read_programs(o.data / "hecbench", o.programs);
  const TemporaryFolder temporary("emulator_programs");
  const fs::path folder = o.folder.empty() ? temporary.path() : fs::absolute(o.folder);
  fs::create_directories(folder);
  const fs::path sources = temporary / "src";
  fs::copy(o.data / "hecbench/src", sources, fs::copy_options::recursive);
  for (const auto& entry : fs::recursive_directory_iterator(sources))
    fs::permissions(entry.path(), fs::perms::owner_all, fs::perm_options::add);
  report::TextTable table({"program", "thread instructions", "seconds", "M/s", "status"});
  double logs = 0;
  std::size_t count = 0;
  std::string slow;
  for (const Program& p : programs) {
    const std::optional<Rate> rate =
        built(o, p, sources, folder / p.name) ? measured(o, p, sources, folder / p.name) : std::nullopt;
    if (!rate) continue;
    logs += std::log(rate->per_s());
    ++count;
    if (rate->per_s() < target_rate)
      slow += fmt::format("{}{} {:.0f}", slow.empty() ? "" : ", ", p.name, rate->per_s() / 1e6);
    table.row({p.name, fmt::format("{:.3g}", rate->instructions), fmt::format("{:.2f}", rate->seconds),
               fmt::format("{:.0f}", rate->per_s() / 1e6), rate->ended ? "ended" : "out of time"});
    fmt::print(stderr, "{} {:.0f} M/s\n", p.name, rate->per_s() / 1e6);
  }
  if (count == 0) throw InputError("no program ran");
  if (!o.json) fmt::print("{}\n", table.str());
  bench::print_rows(
      {{.id = "emulator.programs.rate",
        .what = fmt::format("thread instructions a second in {} programs of HeCBench, geometric mean", count),
        .unit = "M/s",
        .ours = std::exp(logs / static_cast<double>(count)) / 1e6,
        .target = target_rate / 1e6,
        .better = bench::Better::higher,
        .note = "below the target: " + slow}},
      o.json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(parse(argc, argv));
  } catch (const Error& e) {
    fmt::print(stderr, "bench_emulator_programs: {}\n", e.what());
    return dynamic_cast<const Unavailable*>(&e) != nullptr ? 3 : 2;
  }
}
