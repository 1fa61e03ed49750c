// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/sandbox.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <functional>

#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::serve {
namespace {

/// The status of a process that runs `action` and exits with what it returns; 128 + signal where one ended it.
int status_of_child(const std::function<int()>& action) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      ::_exit(action());
    } catch (...) {
      ::_exit(99);
    }
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool can_open(const std::filesystem::path& file, int how) {
  const int fd = ::open(file.c_str(), how | O_CLOEXEC, 0600);
  if (fd >= 0) ::close(fd);
  return fd >= 0;
}

TEST(Sandbox, OnlyTheListedFoldersCanBeOpened) {
  if (!has_landlock()) GTEST_SKIP() << "this Linux has no Landlock";
  const TemporaryFolder outside{"outside"}, readable{"readable"}, writable{"writable"};
  for (const TemporaryFolder* folder : {&outside, &readable, &writable}) write_file(*folder / "file", "text");

  const int status = status_of_child([&] {
    restrict_files({readable.path(), "/nowhere"}, {writable.path()});
    if (can_open(outside / "file", O_RDONLY)) return 1;
    if (!can_open(readable / "file", O_RDONLY)) return 2;
    if (can_open(readable / "file", O_RDWR)) return 3;
    if (!can_open(writable / "new", O_RDWR | O_CREAT)) return 4;
    if (can_open("/etc/passwd", O_RDONLY)) return 5;
    return 0;
  });

  EXPECT_EQ(status, 0);
}

TEST(Sandbox, SocketsAreRefusedAndFilesAreNot) {
  const int status = status_of_child([] {
    refuse_system_calls();
    if (::socket(AF_INET, SOCK_STREAM, 0) >= 0 || errno != EPERM) return 1;
    return can_open("/dev/null", O_RDONLY) ? 0 : 2;
  });

  EXPECT_EQ(status, 0);
}

TEST(Sandbox, MemoryAndProcessorTimeHaveAnEnd) {
  const int memory = status_of_child([] {
    limit_resources({.memory_bytes = std::uint64_t{1} << 30});
    void* const place = ::mmap(nullptr, std::size_t{2} << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return place == MAP_FAILED ? 0 : 1;
  });
  const int time = status_of_child([] {
    allow_cpu_seconds(0);
    std::atomic<unsigned> i = 0;
    while (true) ++i;
    return 0;
  });

  EXPECT_EQ(memory, limits_memory ? 0 : 1);
  EXPECT_EQ(time, 128 + SIGXCPU);
}

TEST(Sandbox, CompilersAndWhatShipsAreReadableAndNoHomeIs) {
  const auto folders = folders_to_read();
  const auto covers = [&](const std::filesystem::path& file) {
    return std::ranges::any_of(folders, [&](const auto& folder) {
      return file.string() == folder.string() || file.string().starts_with(folder.string() + "/");
    });
  };

  EXPECT_TRUE(covers("/usr/include/math.h") && covers(shipped_file("kernels/saxpy/kernel.cu")));
  EXPECT_FALSE(covers("/etc/passwd") || covers("/home/somebody/.ssh/id_rsa") || covers("/root/.bashrc") ||
               covers("/proc/self/environ"));
}

}  // namespace
}  // namespace forewarp::serve
