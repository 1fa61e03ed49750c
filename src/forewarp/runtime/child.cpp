// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/child.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "forewarp/runtime/host_clock.hpp"
#include "forewarp/support/error.hpp"

extern "C" char** environ;

namespace forewarp::runtime {
namespace {

constexpr std::array passed_on = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};

/// A handler has no other way to know.
std::atomic<pid_t> receiver{0};

/// The terminal sends to the whole process group, the child included; others send to us alone.
void pass_on(int signal, siginfo_t* info, void*) {
  const int before = errno;
  if (const pid_t child = receiver; child > 0 && info->si_code <= 0) kill(child, signal);
  errno = before;
}

/// While this lives, signals are the child's. They are blocked until the child is known.
class SignalsPassedOn {
 public:
  SignalsPassedOn() {
    struct sigaction handler {};
    handler.sa_sigaction = pass_on;
    handler.sa_flags = SA_SIGINFO | SA_RESTART;
    sigset_t all;
    sigemptyset(&all);
    for (const int s : passed_on) sigaddset(&all, s);
    pthread_sigmask(SIG_BLOCK, &all, &mask_);
    for (std::size_t i = 0; i < passed_on.size(); ++i) sigaction(passed_on[i], &handler, &before_[i]);
  }
  ~SignalsPassedOn() {
    restore();
    receiver = 0;
  }
  SignalsPassedOn(const SignalsPassedOn&) = delete;
  SignalsPassedOn& operator=(const SignalsPassedOn&) = delete;

  void begin(pid_t child) {
    receiver = child;
    pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
  }
  /// As it was; in the child, too.
  void restore() {
    for (std::size_t i = 0; i < passed_on.size(); ++i) sigaction(passed_on[i], &before_[i], nullptr);
    pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
  }

 private:
  sigset_t mask_{};
  std::array<struct sigaction, passed_on.size()> before_{};
};

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& settings) {
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

/// Between fork and exec: system calls alone. errno goes through the pipe where it fails.
[[noreturn]] void become(char* const* arguments, char* const* environment, const ChildOptions& options, pid_t parent,
                         int failure) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(128 + SIGKILL);  // it ended before the line above
  if (options.output_to_errors) dup2(STDERR_FILENO, STDOUT_FILENO);
  execve(arguments[0], arguments, environment);
  const int reason = errno;
  (void)!write(failure, &reason, sizeof reason);
  _exit(127);
}

pid_t start(const ChildOptions& options, SignalsPassedOn& signals) {
  std::vector<std::string> words = options.command, settings = environment_with(options.environment);
  const std::vector<char*> arguments = pointers(words), environment = pointers(settings);
  std::array<int, 2> failure{};
  if (pipe2(failure.data(), O_CLOEXEC) != 0) throw Unavailable(fmt::format("pipe: {}", std::strerror(errno)));
  std::fflush(stdout);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    signals.restore();
    become(arguments.data(), environment.data(), options, parent, failure[1]);
  }
  int reason = child < 0 ? errno : 0;
  close(failure[1]);
  if (child > 0 && read(failure[0], &reason, sizeof reason) == static_cast<ssize_t>(sizeof reason))
    waitpid(child, nullptr, 0);
  close(failure[0]);
  if (reason != 0) throw Unavailable(fmt::format("{}: {}", options.command.front(), std::strerror(reason)));
  return child;
}

std::string pipe_in(const std::string& folder) { return folder + "/alive"; }

}  // namespace

ChildEnd run_child(const ChildOptions& options) {
  SignalsPassedOn signals;
  ChildEnd end{.process = start(options, signals)};
  signals.begin(end.process);
  const double begin = real_seconds();
  const bool polls = options.timeout_s > 0;
  int status = 0;
  while (true) {
    const pid_t ended = waitpid(end.process, &status, polls ? WNOHANG : 0);
    if (ended == end.process) break;
    if (ended < 0 && errno != EINTR) throw Unavailable(fmt::format("waitpid: {}", std::strerror(errno)));
    if (polls && real_seconds() - begin > options.timeout_s && !end.timed_out) {
      end.timed_out = true;
      kill(end.process, SIGKILL);
    }
    if (polls) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end.exit_status = end.signal != 0 ? 128 + end.signal : WEXITSTATUS(status);
  return end;
}

Lifeline::Lifeline(const std::string& folder) {
  const std::string name = pipe_in(folder);
  if (mkfifo(name.c_str(), 0600) == 0) pipe_ = open(name.c_str(), O_RDWR | O_CLOEXEC);
  if (pipe_ < 0) throw Unavailable(fmt::format("{}: {}", name, std::strerror(errno)));
}

Lifeline::~Lifeline() { close(pipe_); }

/// The kernel sends a pipe's reader the signal of its choice when the last writer is gone (O_ASYNC).
void live_as_long_as(const std::string& folder) {
  const int end = open(pipe_in(folder).c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (end < 0) throw Unavailable(fmt::format("{}: {}", pipe_in(folder), std::strerror(errno)));
  fcntl(end, F_SETOWN, getpid());
  fcntl(end, F_SETSIG, SIGKILL);
  fcntl(end, F_SETFL, O_NONBLOCK | O_ASYNC);
  char nothing = 0;
  if (read(end, &nothing, 1) == 0) raise(SIGKILL);  // no writer is left
}

}  // namespace forewarp::runtime
