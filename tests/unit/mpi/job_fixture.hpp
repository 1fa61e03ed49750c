// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The tool under mpirun, in a folder of its own with a table and a cache of its own.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp {

class JobTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!FOREWARP_HAVE_MPI || std::system("command -v mpirun >/dev/null") != 0)
      GTEST_SKIP() << "Open MPI (libopenmpi-dev, openmpi-bin) is not here";
    std::string csv = "kernel,n,work,time\n";
    for (int i = 0; i < 40; ++i)
      csv += fmt::format("k{},{},{},{}\n", i % 5, 1 + i * 7 % 40, 3 + i * 11 % 29, 1e-3 * (1 + i * 7 % 40 + i % 5));
    write_file(folder_ / "runs.csv", csv);
  }

  /// As a command of the shell. before: what stands before the tool ("mpirun -n 2"); after: behind the arguments.
  [[nodiscard]] std::string command(const std::string& before, const std::string& arguments) const {
    return fmt::format("cd '{}' && FOREWARP_CACHE=off {} '{}' {} >out.txt 2>err.txt", folder_.path().string(), before,
                       FOREWARP_TOOL, arguments);
  }
  /// Standard output; the exit status in status_.
  std::string run(const std::string& before, const std::string& arguments) {
    status_ = WEXITSTATUS(std::system(command(before, arguments).c_str()));
    return read_file(folder_ / "out.txt");
  }
  [[nodiscard]] static std::string mpirun(int processes, const std::string& options = "") {
    return fmt::format("env ASAN_OPTIONS=detect_leaks=0 mpirun --allow-run-as-root --oversubscribe {} -n {}", options,
                       processes);
  }
  [[nodiscard]] std::string errors() const { return read_file(folder_ / "err.txt"); }

  TemporaryFolder folder_{"mpi"};
  int status_ = -1;
};

}  // namespace forewarp
