// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/sandbox.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <string>

#include "forewarp/support/error.hpp"

namespace forewarp::serve {
namespace fs = std::filesystem;
namespace {

void set_limit(decltype(RLIMIT_AS) which, std::uint64_t value, const char* what) {
  rlimit limit{};
  ::getrlimit(which, &limit);
  limit.rlim_cur = limit.rlim_max = std::min<rlim_t>(value, limit.rlim_max);
  if (::setrlimit(which, &limit) != 0)
    throw Unavailable(fmt::format("cannot limit {}: {}", what, std::strerror(errno)));
}

/// Of a line "Threads:	12" of /proc/PID/status.
std::uint64_t number_after(const std::string& line, std::size_t at) {
  at = line.find_first_not_of(" \t", at);
  std::uint64_t value = 0;
  if (at != std::string::npos) std::from_chars(line.data() + at, line.data() + line.size(), value);
  return value;
}

/// RLIMIT_NPROC counts all threads of the user, not those of one process.
std::uint64_t threads_of_the_user() {
  std::uint64_t all = 0;
  std::error_code none;
  for (fs::directory_iterator entry("/proc", none), end; !none && entry != end; entry.increment(none)) {
    if (entry->path().filename().string().find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream status(entry->path() / "status");
    std::uint64_t user = ~std::uint64_t{0}, threads = 0;
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("Uid:")) user = number_after(line, 4);
      if (line.starts_with("Threads:")) threads = number_after(line, 8);
    }
    if (user == ::getuid()) all += threads;
  }
  return all;
}

// ---- Landlock, as linux/landlock.h of Linux 6.12 has it; older headers lack the later members.

struct RulesetAttributes {
  std::uint64_t handled_files = 0, handled_network = 0, scoped = 0;
};
struct [[gnu::packed]] PathRule {
  std::uint64_t allowed = 0;
  std::int32_t parent = -1;
};
constexpr std::uint64_t execute = 1U << 0, write_file = 1U << 1, read_file = 1U << 2, read_folder = 1U << 3,
                        all_of_version_1 = (1U << 13) - 1, refer = 1U << 13, truncate = 1U << 14,
                        ioctl_device = 1U << 15, of_files = execute | write_file | read_file | truncate | ioctl_device,
                        scope_abstract_sockets = 1U << 0, scope_signals = 1U << 1;
constexpr int rule_of_path = 1, version_flag = 1;

long landlock_version() { return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, version_flag); }

std::uint64_t handled_by(long version) {
  std::uint64_t all = all_of_version_1;
  if (version >= 2) all |= refer;
  if (version >= 3) all |= truncate;
  if (version >= 5) all |= ioctl_device;
  return all;
}

void allow(int ruleset, const fs::path& path, std::uint64_t rights) {
  const int fd = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (fd < 0) return;  // absent: nothing to allow
  struct stat about {};
  const bool is_folder = ::fstat(fd, &about) == 0 && S_ISDIR(about.st_mode);
  const PathRule rule{is_folder ? rights : rights & of_files, fd};
  const long failed = ::syscall(SYS_landlock_add_rule, ruleset, rule_of_path, &rule, 0);
  const int why = errno;
  ::close(fd);
  if (failed != 0) throw Unavailable(fmt::format("Landlock: {}: {}", path.string(), std::strerror(why)));
}

}  // namespace

void limit_resources(const ResourceLimits& limits) {
  if (limits_memory) set_limit(RLIMIT_AS, limits.memory_bytes, "memory");
  set_limit(RLIMIT_FSIZE, limits.file_bytes, "the size of files");
  set_limit(RLIMIT_NOFILE, limits.open_files, "open files");
  set_limit(RLIMIT_CORE, 0, "core dumps");
  set_limit(RLIMIT_NPROC, threads_of_the_user() + limits.processes, "processes");
}

void allow_cpu_seconds(std::uint64_t seconds) {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  rlimit limit{};
  ::getrlimit(RLIMIT_CPU, &limit);
  const auto spent = static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
  limit.rlim_cur = std::min<rlim_t>(spent + seconds + 1, limit.rlim_max);
  if (::setrlimit(RLIMIT_CPU, &limit) != 0)
    throw Unavailable(fmt::format("cannot limit processor time: {}", std::strerror(errno)));
}

bool has_landlock() { return landlock_version() > 0; }

void restrict_files(const std::vector<fs::path>& readable, const std::vector<fs::path>& writable) {
  const long version = landlock_version();
  if (version <= 0) throw Unavailable("this Linux has no Landlock (5.13 or newer, switched on)");
  RulesetAttributes attributes{.handled_files = handled_by(version)};
  if (version >= 6) attributes.scoped = scope_abstract_sockets | scope_signals;
  const std::size_t size = version >= 6 ? sizeof attributes : sizeof attributes.handled_files;
  const auto ruleset = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, size, 0));
  if (ruleset < 0) throw Unavailable(fmt::format("Landlock: {}", std::strerror(errno)));
  for (const fs::path& path : readable) allow(ruleset, path, execute | read_file | read_folder);
  for (const fs::path& path : writable) allow(ruleset, path, attributes.handled_files & ~execute);
  allow(ruleset, "/dev/null", (read_file | write_file | truncate) & attributes.handled_files);
  const bool is_set =
      ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  const int why = errno;
  ::close(ruleset);
  if (!is_set) throw Unavailable(fmt::format("Landlock: {}", std::strerror(why)));
}

}  // namespace forewarp::serve
