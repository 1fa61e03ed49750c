// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "command.hpp"
#include "exec_output.hpp"
#include "exec_save.hpp"
#include "exec_verdicts.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/runtime/build.hpp"
#include "forewarp/runtime/run_program.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "program_arguments.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

namespace fs = std::filesystem;

struct ExecArguments {
  std::vector<std::string> files, devices, includes, defines, libraries, library_dirs, flags;
  std::string output, compiler, clock = "host", results = "whole", machine_code = "auto";
  unsigned gpus = 1;
  std::uint64_t limit = 0;
  double timeout_s = 0, sm_clock_mhz = 0;
  bool build = false, ncu = false, no_advise = false;
  ExecOutput shown;
  ExecSave save;
  VerdictOptions verdicts;
};

std::vector<fs::path> paths(const std::vector<std::string>& names) { return {names.begin(), names.end()}; }

source::CompilerChoice choice_of(const std::string& name) {
  if (name == "nvcc") return source::CompilerChoice::nvcc;
  return name == "clang" ? source::CompilerChoice::clang : source::CompilerChoice::automatic;
}

void build(const ExecArguments& a, const fs::path& output) {
  runtime::build_program({.sources = paths(a.files),
                          .include_dirs = paths(a.includes),
                          .library_dirs = paths(a.library_dirs),
                          .defines = a.defines,
                          .libraries = a.libraries,
                          .compiler_flags = a.flags,
                          .compiler = choice_of(a.compiler),
                          .capability = device::find_device(a.devices.front()).compute_capability,
                          .output = output,
                          .runtime_folder = runtime::runtime_folder()});
}

runtime::RunOptions run_options(const ExecArguments& a) {
  runtime::RunOptions options;
  options.runtime.devices = a.devices;
  options.runtime.gpus = static_cast<int>(a.gpus);
  options.runtime.as_ncu = a.ncu;
  options.runtime.sm_clock_hz = a.sm_clock_mhz * 1e6;
  options.runtime.device_clock = a.clock == "device";
  options.runtime.advise = !a.no_advise;
  options.runtime.machine_code = a.machine_code != "off";
  options.runtime.sampled_results = a.results == "sampled";
  if (a.limit > 0) options.runtime.max_warp_instructions = a.limit;
  options.runtime_folder = runtime::runtime_folder();
  options.timeout_s = a.timeout_s;
  options.runtime.details = a.shown.needs_details();
  a.save.set(options.runtime);
  options.output_to_errors = a.shown.json || a.shown.csv;
  return options;
}

void print(const ExecArguments& a, const runtime::ProgramRun& run, const runtime::Options& options) {
  print_program(a.shown, run, options);
  if (run.timed_out) fmt::print(stderr, "forewarp: the program was killed after {} s (--timeout)\n", a.timeout_s);
}

/// 'exec -- ./app ARGUMENTS' is the same as 'exec ./app -- ARGUMENTS'.
void take_file_behind_dashes(ExecArguments& a) {
  std::vector<std::string>& words = program_arguments();
  if (!a.files.empty() || words.empty()) return;
  a.files.push_back(words.front());
  words.erase(words.begin());
}

/// A file, or a program on PATH.
fs::path program_named(const std::string& name) {
  std::error_code ec;
  if (fs::is_regular_file(name, ec)) return name;
  const bool is_path = name.find('/') != std::string::npos;
  if (const auto found = is_path ? std::nullopt : find_program(name)) return *found;
  throw InputError(fmt::format("{}: no such program", name));
}

void exec_command(ExecArguments& a) {
  take_file_behind_dashes(a);
  if (a.devices.empty()) throw InputError("--device is missing; 'forewarp devices' lists what there is");
  if (a.files.empty()) throw InputError("nothing to do: give the .cu files of a program, or a program");
  const bool sources = std::ranges::all_of(a.files, [](const std::string& f) { return runtime::is_source(f); });
  if (!sources && a.files.size() > 1)
    throw InputError("give either sources or one program; the program's arguments follow --");
  if (a.build && a.output.empty()) throw InputError("--build needs the file to write: -o FILE");
  if (a.build && !sources) throw InputError("--build needs sources");
  runtime::RunOptions options = run_options(a);
  prepare_verdicts(a.verdicts, options);
  const TemporaryFolder folder("exec");
  fs::path program = a.output.empty() ? folder / "program" : fs::path(a.output);
  if (sources) {
    if (a.output.empty()) program = folder / fs::path(a.files.front()).stem();
    build(a, program);
  } else {
    program = program_named(a.files.front());
  }
  if (a.build) return;
  std::vector<std::string> command = {fs::absolute(program).string()};
  command.insert(command.end(), program_arguments().begin(), program_arguments().end());
  a.save.prepare();
  const runtime::ProgramRun run = runtime::run_program(command, options);
  print(a, run, options.runtime);
  a.save.report(run);
  set_exit_status(judge_program(a.verdicts, program.stem().string(), options, run));
}

}  // namespace

void add_exec_command(CLI::App& app) {
  const Command command =
      add_documented_command(app, "exec", "run a whole CUDA program on a device that is not there, and time it");
  auto a = std::make_shared<ExecArguments>();
  command.add_option("files", a->files);
  command.add_option("--device", a->devices).delimiter(',').one_at_a_time();
  command.add_option("--gpus", a->gpus).positive();
  command.add_flag("--build", a->build);
  command.add_option("-o,--output", a->output);
  command.add_option("-I,--include", a->includes).one_at_a_time();
  command.add_option("-D,--define", a->defines).one_at_a_time();
  command.add_option("-l,--library", a->libraries).one_at_a_time();
  command.add_option("-L,--library-dir", a->library_dirs).one_at_a_time();
  command.add_option("--compiler", a->compiler).one_of({"nvcc", "clang"});
  command.add_option("--compiler-flag", a->flags).one_at_a_time();
  command.add_option("--limit", a->limit).positive();
  command.add_option("--timeout", a->timeout_s).positive();
  command.add_option("--clock", a->clock).one_of({"host", "device"});
  command.add_option("--machine-code", a->machine_code).one_of({"auto", "off"});
  command.add_option("--results", a->results).one_of({"whole", "sampled"});
  command.add_flag("--ncu", a->ncu);
  command.add_option("--sm-clock", a->sm_clock_mhz).positive();
  const Option no_advise = command.add_flag("--no-advise", a->no_advise);
  const Option advise = command.add_flag("--advise", a->shown.advise);
  no_advise.excludes(advise);
  command.add_flag("--json", a->shown.json);
  command.add_flag("--csv", a->shown.csv);
  add_report_option(command, a->shown.report);
  add_save_options(command, a->save);
  add_verdict_options(command, a->verdicts);
  command.callback([a] { exec_command(*a); });
}

}  // namespace forewarp::tool
