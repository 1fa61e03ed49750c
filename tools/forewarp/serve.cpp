// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include "command.hpp"
#include "forewarp/support/error.hpp"
#include "program_arguments.hpp"
#include "serve/server.hpp"
#include "serve/worker.hpp"

namespace forewarp::tool {
namespace {

constexpr std::uint64_t least_memory_mb = 512, most_memory_mb = 1 << 20;

struct ServeArguments {
  std::string host = "127.0.0.1", worker;
  unsigned port = 8642;
  unsigned workers = std::clamp(std::thread::hardware_concurrency(), 2U, 8U);
  double time_limit_s = 20;
  std::uint64_t memory_mb = 8192;
  bool token = false, without_landlock = false;

  [[nodiscard]] serve::ResourceLimits limits() const {
    return {.cpu_s = static_cast<std::uint64_t>(time_limit_s * 4) + 1, .memory_bytes = memory_mb << 20};
  }
};

/// SIGINT and SIGTERM end the server; they are blocked in all threads, and this one waits for them.
class StopOnSignal {
 public:
  explicit StopOnSignal(serve::Server& server) : waiting_([this, &server] { wait_for_signal(server); }) {}
  ~StopOnSignal() {
    done_ = true;
    waiting_.join();
  }
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;

  [[nodiscard]] static sigset_t signals() {
    sigset_t set;
    ::sigemptyset(&set);
    for (const int one : {SIGINT, SIGTERM}) ::sigaddset(&set, one);
    return set;
  }

 private:
  void wait_for_signal(serve::Server& server) const {
    const sigset_t set = signals();
    const timespec slice{.tv_sec = 0, .tv_nsec = 100'000'000};
    while (!done_)
      if (::sigtimedwait(&set, nullptr, &slice) > 0) {
        server.stop();
        return;
      }
  }

  std::atomic<bool> done_ = false;
  std::thread waiting_;
};

void run_server(const ServeArguments& arguments) {
  std::signal(SIGPIPE, SIG_IGN);  // a worker or a browser that is gone is an error of the write
  serve::Server server({.program = std::filesystem::read_symlink("/proc/self/exe").string(),
                        .host = arguments.host,
                        .port = static_cast<int>(arguments.port),
                        .token = arguments.token,
                        .workers = arguments.workers,
                        .time_limit_s = arguments.time_limit_s,
                        .limits = arguments.limits(),
                        .landlock = !arguments.without_landlock});
  const sigset_t set = StopOnSignal::signals();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);  // after the workers were started, which may be ended by a signal
  const StopOnSignal stop(server);
  fmt::print("forewarp serve: open {}   (Ctrl-C ends it)\n", server.url());
  std::fflush(stdout);
  server.run();
}

void serve_command(const ServeArguments& arguments) {
  if (arguments.worker.empty()) return run_server(arguments);
  set_exit_status(serve::run_worker(
      {.folder = arguments.worker, .limits = arguments.limits(), .landlock = !arguments.without_landlock}));
}

}  // namespace

void add_serve_command(CLI::App& app) {
  const Command command = add_documented_command(app, "serve", "a live page: edit a kernel and watch the answer");
  auto arguments = std::make_shared<ServeArguments>();
  command.add_option("--port", arguments->port).in_range(0U, 65535U);
  command.add_option("--host", arguments->host);
  command.add_flag("--token", arguments->token);
  command.add_option("--workers", arguments->workers).in_range(1U, 64U);
  command.add_option("--time-limit", arguments->time_limit_s).in_range(1.0, 3600.0);
  command.add_option("--memory", arguments->memory_mb).in_range(least_memory_mb, most_memory_mb);
  command.add_flag("--without-landlock", arguments->without_landlock);
  command.add_option("--worker", arguments->worker);
  command.callback([arguments] { serve_command(*arguments); });
}

}  // namespace forewarp::tool
