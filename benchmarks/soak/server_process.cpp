// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "soak/server_process.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "forewarp/support/error.hpp"

namespace forewarp::bench {
namespace {

namespace fs = std::filesystem;

double resident_mb_of(pid_t pid) {
  std::ifstream in(fs::path("/proc") / std::to_string(pid) / "statm");
  double size = 0, resident = 0;
  in >> size >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

/// The address follows "http://" in the first line.
int port_from(const std::string& line) {
  const std::size_t begin = line.find("http://");
  const std::size_t colon = begin == std::string::npos ? begin : line.find(':', begin + 7);
  return colon == std::string::npos ? 0 : std::atoi(line.c_str() + colon + 1);
}

}  // namespace

ServerProcess::ServerProcess(const std::string& program) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw Unavailable("no pipe can be made");
  pid_ = ::fork();
  if (pid_ < 0) throw Unavailable("no process can be started");
  if (pid_ == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[0]);
    ::close(ends[1]);
    ::execl(program.c_str(), program.c_str(), "serve", "--port", "0", nullptr);
    ::_exit(127);
  }
  ::close(ends[1]);
  std::string line;
  for (char c = 0; ::read(ends[0], &c, 1) == 1 && c != '\n';) line += c;
  ::close(ends[0]);
  port_ = port_from(line);
  if (port_ == 0) throw Unavailable("forewarp serve did not start: " + line);
}

ServerProcess::~ServerProcess() {
  ::kill(pid_, SIGINT);
  ::waitpid(pid_, nullptr, 0);
}

bool ServerProcess::alive() const { return ::waitpid(pid_, nullptr, WNOHANG) == 0; }

ProcessState ServerProcess::state() const {
  ProcessState state;
  const fs::path self = fs::path("/proc") / std::to_string(pid_);
  std::error_code ended;  // threads end while they are listed; that of the server itself is what alive() says
  for (fs::directory_iterator at(self / "task", ended), end; !ended && at != end; at.increment(ended)) {
    std::ifstream children(at->path() / "children");
    for (pid_t child = 0; children >> child;) state.children.push_back(child);
  }
  state.resident_mb = resident_mb_of(pid_);
  for (const pid_t child : state.children) state.resident_mb += resident_mb_of(child);
  for (fs::directory_iterator at(self / "fd", ended), end; !ended && at != end; at.increment(ended)) ++state.open_files;
  return state;
}

}  // namespace forewarp::bench
