// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

extern "C" char** environ;

namespace forewarp {
namespace {

using Clock = std::chrono::steady_clock;

// Limits for a compiler with hostile input: memory and the size of its output.
constexpr rlim_t max_address_space_bytes = rlim_t{16} << 30;
constexpr rlim_t max_file_bytes = rlim_t{1} << 30;

struct Pipe {
  int read_end = -1;
  int write_end = -1;
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw Unavailable(fmt::format("pipe: {}", std::strerror(errno)));
    read_end = ends[0], write_end = ends[1];
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() { close_end(read_end), close_end(write_end); }
  static void close_end(int& fd) {
    if (fd >= 0) ::close(fd);
    fd = -1;
  }
};

struct SpawnSetup {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  SpawnSetup() {
    posix_spawn_file_actions_init(&actions), posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;
  ~SpawnSetup() { posix_spawn_file_actions_destroy(&actions), posix_spawnattr_destroy(&attributes); }
};

pid_t spawn(const std::vector<std::string>& arguments, const SpawnSetup& setup) {
  std::vector<char*> argv;
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  pid_t pid = -1;
  const int rc = posix_spawnp(&pid, argv[0], &setup.actions, &setup.attributes, argv.data(), environ);
  if (rc != 0) throw Unavailable(fmt::format("{}: cannot start: {}", arguments[0], std::strerror(rc)));
  return pid;
}

pid_t spawn_limited(const std::vector<std::string>& arguments, const Pipe& out, const Pipe& err) {
  SpawnSetup setup;
  posix_spawn_file_actions_adddup2(&setup.actions, out.write_end, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&setup.actions, err.write_end, STDERR_FILENO);
  posix_spawnattr_setflags(&setup.attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&setup.attributes, 0);
  const pid_t pid = spawn(arguments, setup);
  const rlimit address_space{max_address_space_bytes, max_address_space_bytes};
  const rlimit file_size{max_file_bytes, max_file_bytes};
  ::prlimit(pid, RLIMIT_AS, &address_space, nullptr);
  ::prlimit(pid, RLIMIT_FSIZE, &file_size, nullptr);
  return pid;
}

int exit_status_of(pid_t pid, const std::string& program) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) throw Unavailable(fmt::format("{}: {}", program, std::strerror(errno)));
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool is_executable(const std::filesystem::path& path) {
  std::error_code ec;
  return std::filesystem::is_regular_file(path, ec) && ::access(path.c_str(), X_OK) == 0;
}

// Reads the bytes that are ready; false at the end of the stream.
bool drain(int fd, std::string& into, std::size_t max_bytes) {
  std::array<char, 1 << 16> chunk;
  const ssize_t n = ::read(fd, chunk.data(), chunk.size());
  if (n < 0) return errno == EINTR || errno == EAGAIN;
  into.append(chunk.data(), std::min(static_cast<std::size_t>(n), max_bytes - std::min(max_bytes, into.size())));
  return n > 0;
}

enum class Ending { closed, timed_out, interrupted };

// Interval between reports to progress, which are also the moments at which the user can stop the child.
constexpr long long ms_between_reports = 100;

// Collects both streams until they close, the deadline passes or the user stops.
Ending collect(Pipe& out, Pipe& err, ProcessResult& result, const ProcessOptions& options, Clock::time_point deadline) {
  while (out.read_end >= 0 || err.read_end >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return Ending::timed_out;
    if (options.progress != nullptr) options.progress->busy(options.what);
    if (options.progress != nullptr && options.progress->cancelled()) return Ending::interrupted;
    const auto wait = std::min<long long>(left, options.progress != nullptr ? ms_between_reports : 1 << 30);
    std::array<pollfd, 2> fds{{{out.read_end, POLLIN, 0}, {err.read_end, POLLIN, 0}}};
    const int ready = ::poll(fds.data(), fds.size(), static_cast<int>(wait));
    if (ready < 0 && errno != EINTR) return Ending::timed_out;
    if (ready <= 0) continue;  // the events are not set
    if (fds[0].revents != 0 && !drain(out.read_end, result.output, options.max_bytes)) Pipe::close_end(out.read_end);
    if (fds[1].revents != 0 && !drain(err.read_end, result.errors, options.max_bytes)) Pipe::close_end(err.read_end);
  }
  return Ending::closed;
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessOptions& options) {
  FOREWARP_ASSERT(!arguments.empty(), "a process has a name");
  Pipe out, err;
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.timeout_s));
  const pid_t pid = spawn_limited(arguments, out, err);
  Pipe::close_end(out.write_end);
  Pipe::close_end(err.write_end);
  ProcessResult result;
  const Ending ending = collect(out, err, result, options, deadline);
  result.timed_out = ending == Ending::timed_out;
  if (ending != Ending::closed) ::kill(-pid, SIGKILL);
  result.exit_status = exit_status_of(pid, arguments[0]);
  if (ending == Ending::interrupted) throw Interrupted();
  return result;
}

int run_to_file(const std::vector<std::string>& arguments, const std::filesystem::path& output) {
  FOREWARP_ASSERT(!arguments.empty(), "a process has a name");
  SpawnSetup setup;
  posix_spawn_file_actions_addopen(&setup.actions, STDOUT_FILENO, output.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);
  posix_spawn_file_actions_adddup2(&setup.actions, STDOUT_FILENO, STDERR_FILENO);
  return exit_status_of(spawn(arguments, setup), arguments[0]);
}

std::optional<std::filesystem::path> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos)
    return is_executable(name) ? std::optional<std::filesystem::path>(name) : std::nullopt;
  const char* set = std::getenv("PATH");
  const std::string_view path = set != nullptr && *set != '\0' ? set : "/usr/bin:/bin";
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    const std::filesystem::path file = std::filesystem::path(path.substr(at, end - at)) / name;
    if (end > at && is_executable(file)) return file;
    at = end + 1;
  }
  return std::nullopt;
}

}  // namespace forewarp
