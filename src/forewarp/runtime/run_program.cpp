// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/run_program.hpp"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "forewarp/runtime/build.hpp"
#include "forewarp/runtime/client_environment.hpp"
#include "forewarp/runtime/host_clock.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

extern "C" char** environ;

namespace forewarp::runtime {
namespace fs = std::filesystem;
namespace {

/// While the program runs, an interrupt is for it alone.
class InterruptsIgnored {
 public:
  InterruptsIgnored() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGINT, &ignore, &before_);
  }
  ~InterruptsIgnored() { sigaction(SIGINT, &before_, nullptr); }
  InterruptsIgnored(const InterruptsIgnored&) = delete;
  InterruptsIgnored& operator=(const InterruptsIgnored&) = delete;

 private:
  struct sigaction before_ {};
};

using Settings = std::vector<std::pair<std::string, std::string>>;

/// Ours precedes what the program would load; clients of the driver API need more.
Settings loader_settings(const fs::path& program) {
  const fs::path folder = runtime_folder();
  const char* before = std::getenv("LD_LIBRARY_PATH");
  Settings out = client_environment(program, folder);
  out.emplace_back("LD_LIBRARY_PATH", folder.string() + (before && *before ? std::string(":") + before : ""));
  return out;
}

std::vector<std::string> environment_with(const Settings& settings) {
  std::vector<std::string> out;
  for (char** e = environ; *e; ++e) {
    const std::string_view variable = *e;
    const std::string_view name = variable.substr(0, variable.find('='));
    if (std::ranges::none_of(settings, [&](const auto& s) { return s.first == name; })) out.emplace_back(variable);
  }
  for (const auto& [name, value] : settings) out.push_back(fmt::format("{}={}", name, value));
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& t : texts) out.push_back(t.data());
  out.push_back(nullptr);
  return out;
}

pid_t start(const std::vector<std::string>& command, const Settings& settings, bool output_to_errors) {
  std::vector<std::string> arguments = command, environment = environment_with(settings);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  sigset_t interrupt;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  posix_spawnattr_setsigdefault(&attributes, &interrupt);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  if (output_to_errors) posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  pid_t child = 0;
  const int failed = posix_spawn(&child, command.front().c_str(), &actions, &attributes, pointers(arguments).data(),
                                 pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (failed != 0) throw Unavailable(fmt::format("{}: {}", command.front(), std::strerror(failed)));
  return child;
}

int status_of(int wait_status) {
  return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

void wait_for(pid_t child, double timeout_s, ProgramRun& run) {
  const double begin = real_seconds();
  int status = 0;
  while (true) {
    const pid_t ended = waitpid(child, &status, timeout_s > 0 ? WNOHANG : 0);
    if (ended == child) break;
    if (ended < 0 && errno != EINTR) throw Unavailable(fmt::format("waitpid: {}", std::strerror(errno)));
    if (timeout_s > 0 && real_seconds() - begin > timeout_s && !run.timed_out) {
      run.timed_out = true;
      kill(child, SIGKILL);
    }
    if (timeout_s > 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  run.exit_status = status_of(status);
}

}  // namespace

ProgramRun run_program(const std::vector<std::string>& command, const RunOptions& options) {
  (void)devices_of(options.runtime);  // an unknown device is our message, before anything runs
  const TemporaryFolder folder("exec");
  const fs::path file = folder / "options.json";
  write_file(file, options.runtime.json());
  ProgramRun run;
  pid_t child = 0;
  {
    const InterruptsIgnored ignored;
    std::fflush(stdout);
    Settings settings = loader_settings(command.front());
    settings.emplace_back(options_variable, file.string());
    child = start(command, settings, options.output_to_errors);
    wait_for(child, options.timeout_s, run);
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path())) {
    if (entry.path().extension() != ".jsonl") continue;
    Recording recording = read_recording(read_file(entry.path()));
    if (!recording.devices.empty()) run.recordings.push_back(std::move(recording));
  }
  std::ranges::sort(run.recordings, {}, [&](const Recording& r) { return std::pair(r.process != child, r.process); });
  return run;
}

std::string reason_against(const fs::path& executable) {
  const std::string bytes = read_file(executable);
  if (!bytes.starts_with("\x7f"
                         "ELF"))
    return executable.string() + ": no executable and no source (.cu)";
  if (bytes.find("libforewarp_cudart.so") != std::string::npos) return "";
  return fmt::format(
      "{}: it is not linked with libforewarp_cudart.so; give its sources instead, or build it with 'forewarp exec "
      "--build'",
      executable.string());
}

}  // namespace forewarp::runtime
