// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/run_program.hpp"

#include <algorithm>
#include <utility>

#include "forewarp/model/advise/strategy.hpp"
#include "forewarp/runtime/child.hpp"
#include "forewarp/runtime/client_environment.hpp"
#include "forewarp/runtime/loader.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::runtime {
namespace fs = std::filesystem;
namespace {

using Environment = std::vector<std::pair<std::string, std::string>>;

/// LD_PRELOAD lists libraries; a second value is added to the first.
void add_variable(Environment& environment, const std::string& name, const std::string& value) {
  const auto same = std::ranges::find(environment, name, &Environment::value_type::first);
  if (same == environment.end())
    environment.emplace_back(name, value);
  else
    same->second += ":" + value;
}

/// A program of one launch has nothing to merge it with, nor a sequence for a graph.
void drop_advice_for_several_launches(Recording& recording) {
  if (std::ranges::count(recording.operations, Operation::Kind::launch, &Operation::kind) != 1) return;
  for (const advise::Strategy& strategy : advise::shipped_strategies()) {
    if (strategy.remedies != std::vector<std::string>{"fused"}) continue;
    for (Distinct& distinct : recording.distinct)
      for (DeviceTime& time : distinct.times)
        if (time.advice == strategy.title) time.advice.clear();
  }
}

/// One process that becomes another program has several.
std::vector<Recording> recordings_in(const fs::path& folder) {
  std::vector<Recording> out;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".jsonl") continue;
    Recording recording = read_recording(read_file(entry.path()));
    drop_advice_for_several_launches(recording);
    if (!recording.devices.empty()) out.push_back(std::move(recording));
  }
  return out;
}

}  // namespace

ProgramRun run_program(const std::vector<std::string>& command, const RunOptions& options) {
  (void)devices_of(options.runtime);  // an unknown device is our message, before anything runs
  const TemporaryFolder folder("exec");
  const fs::path file = folder / "options.json";
  write_file(file, options.runtime.json());
  Environment environment =
      load_plan(command.front(), {.runtime_folder = options.runtime_folder, .clocks = options.runtime.device_clock})
          .environment;
  for (const auto& [name, value] : client_environment(command.front(), options.runtime_folder))
    add_variable(environment, name, value);
  environment.emplace_back(options_variable, file.string());
  const Lifeline lifeline(folder.path().string());
  const ChildEnd end = run_child({.command = command,
                                  .environment = environment,
                                  .output_to_errors = options.output_to_errors,
                                  .timeout_s = options.timeout_s});
  std::vector<Recording> recordings = recordings_in(folder.path());
  const bool by_itself = end.signal == 0 && !end.timed_out;
  for (Recording& r : recordings) r.left = by_itself && !r.ended() && r.process == end.process;
  ProgramRun run{.exit_status = end.exit_status,
                 .signal = end.signal,
                 .timed_out = end.timed_out,
                 .recordings = std::move(recordings)};
  std::ranges::sort(run.recordings, {},
                    [&](const Recording& r) { return std::pair(r.process != end.process, r.process); });
  return run;
}

}  // namespace forewarp::runtime
