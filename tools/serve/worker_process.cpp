// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/worker_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "forewarp/support/error.hpp"

namespace forewarp::serve {
namespace fs = std::filesystem;
namespace {

/// Nothing else of the environment: it may hold secrets, and a source could ask a compiler for them.
std::vector<std::string> environment(const fs::path& folder) {
  std::vector<std::string> all = {"TMPDIR=" + (folder / "tmp").string(),
                                  "FOREWARP_CACHE=" + (folder / "cache").string(), "HOME=" + folder.string()};
  constexpr std::array kept{"PATH",
                            "LANG",
                            "LC_ALL",
                            "FOREWARP_HOME",
                            "FOREWARP_NVCC",
                            "FOREWARP_CLANG",
                            "FOREWARP_LIBCLC",
                            "FOREWARP_COMPILER",
                            "LD_LIBRARY_PATH",
                            "CUDA_HOME",
                            "CUDA_PATH",
                            "XDG_DATA_DIRS"};
  for (const char* name : kept)
    if (const char* value = std::getenv(name)) all.push_back(fmt::format("{}={}", name, value));
  return all;
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (const std::string& text : texts) all.push_back(const_cast<char*>(text.c_str()));
  all.push_back(nullptr);
  return all;
}

int spawn(const std::vector<std::string>& command, const std::vector<std::string>& variables, int in, int out) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  // Whatever this thread blocks or ignores.
  sigset_t none, ignored;
  ::sigemptyset(&none);
  ::sigemptyset(&ignored);
  ::sigaddset(&ignored, SIGPIPE);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &ignored);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t pid = -1;
  const int failed = ::posix_spawn(&pid, command.front().c_str(), &actions, &attributes, pointers(command).data(),
                                   pointers(variables).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (failed != 0) throw Unavailable(fmt::format("{}: cannot start: {}", command.front(), std::strerror(failed)));
  return pid;
}

/// The session is the fourth number after the name of "12 (name) S 1 12 12 ..." in /proc/PID/stat.
int session_of(const fs::path& process) {
  std::ifstream file(process / "stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return -1;
  char state = 0;
  int parent = 0, group = 0, session = -1;
  return std::sscanf(text.c_str() + name_end + 1, " %c %d %d %d", &state, &parent, &group, &session) == 4 ? session
                                                                                                          : -1;
}

}  // namespace

void kill_session(int session) {
  std::error_code none;
  for (fs::directory_iterator entry("/proc", none), end; !none && entry != end; entry.increment(none)) {
    const std::string name = entry->path().filename().string();
    int pid = 0;
    const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    const bool is_process = error == std::errc{} && stop == name.data() + name.size() && pid > 1;
    if (is_process && session_of(entry->path()) == session) ::kill(pid, SIGKILL);
  }
}

WorkerProcess::WorkerProcess(const std::vector<std::string>& command, const fs::path& folder) {
  int to[2], from[2];
  if (::pipe2(to, O_CLOEXEC) != 0) throw Unavailable(fmt::format("pipe: {}", std::strerror(errno)));
  if (::pipe2(from, O_CLOEXEC) != 0) {
    ::close(to[0]), ::close(to[1]);
    throw Unavailable(fmt::format("pipe: {}", std::strerror(errno)));
  }
  to_ = to[1], from_ = from[0];
  try {
    pid_ = spawn(command, environment(folder), to[0], from[1]);
  } catch (...) {
    for (const int fd : {to[0], to[1], from[0], from[1]}) ::close(fd);
    throw;
  }
  ::close(to[0]), ::close(from[1]);
  frames_ = std::make_unique<Frames>(from_, to_);
}

WorkerProcess::~WorkerProcess() {
  kill();
  ::close(to_), ::close(from_);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool WorkerProcess::send(std::uint64_t id, std::string_view question) {
  const std::lock_guard lock(writing_);
  const nlohmann::json message = {{"id", id}, {"ask", question}};
  return frames_->write(message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

WorkerProcess::Reply WorkerProcess::receive(std::chrono::milliseconds within) {
  auto message = frames_->read(within);
  if (!message) return {frames_->timed_out() ? Ending::timed_out : Ending::ended};
  return {Ending::answered, *std::move(message)};
}

void WorkerProcess::cancel(std::uint64_t id) {
  const std::lock_guard lock(writing_);
  (void)frames_->write(nlohmann::json{{"cancel", id}}.dump());  // a worker that is gone needs no message
}

void WorkerProcess::kill() {
  kill_session(pid_);
  ::kill(pid_, SIGKILL);
}

}  // namespace forewarp::serve
