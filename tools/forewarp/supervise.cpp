// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "supervise.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "forewarp/support/error.hpp"

namespace forewarp::tool {
namespace {

constexpr double to_end_s = 10;  // after its pipe was closed
constexpr int look_every_ms = 200;

volatile std::sig_atomic_t asked_to_stop = 0;

double now_s() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// What the parent knows of its child.
class Watch {
 public:
  Watch(pid_t child, int pipe, std::size_t rank, double silence_s)
      : child_(child), pipe_(pipe), rank_(rank), silence_s_(silence_s) {}

  /// The exit status of this process.
  int wait() {
    for (;;) {
      int status = 0;
      const pid_t changed = ::waitpid(child_, &status, WNOHANG | WUNTRACED | WCONTINUED);
      if (changed == child_ && (WIFEXITED(status) || WIFSIGNALED(status))) return outcome(status);
      if (changed == child_) halt(WIFSTOPPED(status));
      if (changed < 0 && errno != EINTR) return 1;
      listen();
      pass_on();
      if (rank_ != 0 && is_stuck()) {
        fmt::print(stderr, "forewarp: process {} of the job is stuck and was ended\n", rank_);
        ::kill(child_, SIGKILL);
        stuck_ = true;
      }
    }
  }

 private:
  /// Waits a little for beats. A child that is killed closes its pipe, so that its end is seen at once.
  void listen() {
    pollfd wait{open_ ? pipe_ : -1, POLLIN, 0};
    if (::poll(&wait, 1, open_ ? look_every_ms : look_every_ms / 10) <= 0) return;
    std::array<char, 256> beats{};
    const ssize_t got = ::read(pipe_, beats.data(), beats.size());
    last_s_ = now_s();
    has_beaten_ = has_beaten_ || got > 0;
    if (got == 0) open_ = false;
  }

  void pass_on() {
    if (asked_to_stop == 0) return;
    asked_to_stop = 0;
    ::kill(child_, rank_ == 0 ? SIGINT : SIGTERM);
  }

  /// By a signal; `stopped` is false where it goes on.
  void halt(bool stopped) {
    stopped_ = stopped;
    last_s_ = now_s();
  }

  /// Before the first beat it may be reading a large input, but not while it is stopped.
  [[nodiscard]] bool is_stuck() const {
    if (stuck_) return false;
    const double gone_s = now_s() - last_s_;
    return open_ ? (has_beaten_ || stopped_) && gone_s > silence_s_ : gone_s > to_end_s;
  }

  [[nodiscard]] int outcome(int status) const {
    if (rank_ == 0) return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    if (WIFSIGNALED(status) && !stuck_)
      fmt::print(stderr, "forewarp: process {} of the job was ended by signal {}\n", rank_, WTERMSIG(status));
    return 0;
  }

  pid_t child_;
  int pipe_;
  std::size_t rank_;
  double silence_s_, last_s_ = now_s();
  bool open_ = true, has_beaten_ = false, stopped_ = false, stuck_ = false;
};

}  // namespace

Lifeline::~Lifeline() { ::close(descriptor_); }

void Lifeline::beat() const {
  const char one = 'b';
  [[maybe_unused]] const ssize_t written = ::write(descriptor_, &one, 1);  // full: enough beats wait there
}

/// The child is in a process group of its own, for mpirun signals the whole group: the child gets what the parent
/// passes on, and only that. It dies with its parent.
int split_off(std::size_t rank, double silence_s) {
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
    throw Unavailable(fmt::format("no pipe to another process: {}", std::strerror(errno)));
  const pid_t parent = ::getpid(), child = ::fork();
  if (child < 0) throw Unavailable(fmt::format("no second process: {}", std::strerror(errno)));
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    ::setpgid(0, 0);
    ::close(pipe[0]);
    return pipe[1];
  }
  ::close(pipe[1]);
  struct sigaction stop {};
  stop.sa_handler = [](int) { asked_to_stop = 1; };
  ::sigaction(SIGTERM, &stop, nullptr);
  ::sigaction(SIGINT, &stop, nullptr);
  ::_exit(Watch(child, pipe[0], rank, silence_s).wait());
}

}  // namespace forewarp::tool
