// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "command.hpp"
#include "exec_output.hpp"
#include "exec_save.hpp"
#include "exec_verdicts.hpp"
#include "forewarp/query/exec.hpp"
#include "forewarp/runtime/run_program.hpp"
#include "forewarp/support/error.hpp"
#include "program_arguments.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

struct ExecArguments {
  query::ExecOptions query;
  bool build = false, no_advise = false;
  ExecOutput shown;
  ExecSave save;
  VerdictOptions verdicts;
};

runtime::RunOptions run_options(const ExecArguments& a) {
  runtime::RunOptions options = query::run_options(a.query);
  options.runtime.advise = !a.no_advise;
  options.runtime.details = a.shown.needs_details();
  a.save.set(options.runtime);
  options.output_to_errors = a.shown.json || a.shown.csv;
  return options;
}

void print(const ExecArguments& a, const runtime::ProgramRun& run, const runtime::Options& options) {
  print_program(a.shown, run, options);
  if (run.timed_out)
    fmt::print(stderr, "forewarp: the program was killed after {} s (--timeout)\n", a.query.timeout_s);
  else if (run.signal != 0)
    fmt::print(stderr, "forewarp: the program was ended by {}\n", signal_text(run.signal));
}

/// 'exec -- ./app ARGUMENTS' is the same as 'exec ./app -- ARGUMENTS'.
void take_file_behind_dashes(ExecArguments& a) {
  std::vector<std::string>& words = program_arguments();
  if (!a.query.files.empty() || words.empty()) return;
  a.query.files.push_back(words.front());
  words.erase(words.begin());
}

void exec_command(ExecArguments& a) {
  take_file_behind_dashes(a);
  const bool sources = query::are_sources(a.query.files);
  if (a.build && a.query.output.empty()) throw InputError("--build needs the file to write: -o FILE");
  if (a.build && !sources) throw InputError("--build needs sources");
  runtime::RunOptions options = run_options(a);
  prepare_verdicts(a.verdicts, options);
  const query::Program program(a.query);
  if (a.build) return;
  std::vector<std::string> command = {program.file().string()};
  command.insert(command.end(), program_arguments().begin(), program_arguments().end());
  a.save.prepare();
  const runtime::ProgramRun run = runtime::run_program(command, options);
  print(a, run, options.runtime);
  a.save.report(run);
  set_exit_status(judge_program(a.verdicts, program.file().stem().string(), options, run));
}

}  // namespace

void add_exec_command(CLI::App& app) {
  const Command command =
      add_documented_command(app, "exec", "run a whole CUDA program on a device that is not there, and time it");
  auto a = std::make_shared<ExecArguments>();
  command.add_option("files", a->query.files);
  command.add_option("--device", a->query.devices).delimiter(',').one_at_a_time();
  command.add_option("--gpus", a->query.gpus).positive();
  command.add_flag("--build", a->build);
  command.add_option("-o,--output", a->query.output);
  command.add_option("-I,--include", a->query.includes).one_at_a_time();
  command.add_option("-D,--define", a->query.defines).one_at_a_time();
  command.add_option("-l,--library", a->query.libraries).one_at_a_time();
  command.add_option("-L,--library-dir", a->query.library_dirs).one_at_a_time();
  command.add_option("--compiler", a->query.compiler).one_of({"nvcc", "clang"});
  command.add_option("--compiler-flag", a->query.flags).one_at_a_time();
  command.add_option("--limit", a->query.limit).positive();
  command.add_option("--timeout", a->query.timeout_s).positive();
  command.add_option("--clock", a->query.clock).one_of({"host", "device"});
  command.add_option("--machine-code", a->query.machine_code).one_of({"auto", "off"});
  command.add_option("--results", a->query.results).one_of({"whole", "sampled"});
  command.add_flag("--ncu", a->query.ncu);
  command.add_option("--sm-clock", a->query.sm_clock_mhz).positive();
  const Option no_advise = command.add_flag("--no-advise", a->no_advise);
  const Option advise = command.add_flag("--advise", a->shown.advise);
  no_advise.excludes(advise);
  const Option json = command.add_flag("--json", a->shown.json);
  command.add_flag("--csv", a->shown.csv).excludes(json);
  add_report_option(command, a->shown.report);
  add_save_options(command, a->save);
  add_verdict_options(command, a->verdicts);
  command.callback([a] { exec_command(*a); });
}

}  // namespace forewarp::tool
