// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The same evaluation by one process and by two under mpirun, to the byte.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp {
namespace {

class TwoProcesses : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!FOREWARP_HAVE_MPI || std::system("command -v mpirun >/dev/null") != 0)
      GTEST_SKIP() << "Open MPI (libopenmpi-dev, openmpi-bin) is not here";
    std::string csv = "kernel,n,work,time\n";
    for (int i = 0; i < 40; ++i)
      csv += fmt::format("k{},{},{},{}\n", i % 5, 1 + i * 7 % 40, 3 + i * 11 % 29, 1e-3 * (1 + i * 7 % 40 + i % 5));
    write_file(folder_ / "runs.csv", csv);
  }
  /// Standard output; the exit status in status_.
  std::string run(const std::string& before, const std::string& arguments) {
    const std::string command = fmt::format("cd '{}' && {} '{}' {} >out.txt 2>err.txt", folder_.path().string(), before,
                                            FOREWARP_TOOL, arguments);
    status_ = WEXITSTATUS(std::system(command.c_str()));
    return read_file(folder_ / "out.txt");
  }
  TemporaryFolder folder_{"mpi"};
  int status_ = -1;
};

constexpr const char* two = "env ASAN_OPTIONS=detect_leaks=0 mpirun --allow-run-as-root --oversubscribe -n 2";

TEST_F(TwoProcesses, PrintOnceWhatOneAloneDoes) {
  const std::string arguments = "evaluate runs.csv --target time --learner bounds --learner knn --json";
  const std::string alone = run("", arguments);
  ASSERT_EQ(status_, 0) << read_file(folder_ / "err.txt");

  const std::string together = run(two, arguments);

  EXPECT_EQ(status_, 0) << read_file(folder_ / "err.txt");
  EXPECT_EQ(together, alone);
}

TEST_F(TwoProcesses, SearchAsOneAloneDoes) {
  const std::string arguments = "evaluate runs.csv --target time --learner knn --grid 'k=1|2|3' --iterations 2 --csv";
  const std::string alone = run("", arguments);
  ASSERT_EQ(status_, 0) << read_file(folder_ / "err.txt");

  EXPECT_EQ(run(two, arguments), alone);
}

TEST_F(TwoProcesses, FailTogetherWithTheReason) {
  (void)run(two, "evaluate runs.csv --target tme");

  EXPECT_NE(status_, 0);
  EXPECT_NE(read_file(folder_ / "err.txt").find("did you mean 'time'"), std::string::npos);
}

}  // namespace
}  // namespace forewarp
