// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What nvcc makes of register_kernels.cu: it parses, its print reads back the same and ptxas takes it, and the register
// estimate is held against what ptxas -v says. Skipped where there is no nvcc.
#include <gtest/gtest.h>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>

#include "forewarp/frontend/analysis/liveness.hpp"
#include "forewarp/frontend/ptx/compare.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/ptx/printer.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"

namespace forewarp::ptx {
namespace {

class Compilers : public testing::Test {
 protected:
  void SetUp() override {
    if (!run("nvcc --version && ptxas --version")) GTEST_SKIP() << "no nvcc on the PATH";
    const std::string source =
        std::string(forewarp::test::source_dir()) + "/tests/unit/frontend/ptx/register_kernels.cu";
    ASSERT_TRUE(run("nvcc -ptx -arch=sm_80 -lineinfo -o k.ptx " + source)) << output();
    module_ = parse(read_file(folder_ / "k.ptx"), "k.ptx");
  }

  /// Runs the line in the folder, output to the file "out".
  [[nodiscard]] bool run(const std::string& line) const {
    const std::string whole = "cd '" + folder_.path().string() + "' && { " + line + "; } > out 2>&1";
    return std::system(whole.c_str()) == 0;
  }
  [[nodiscard]] std::string output() const { return read_file(folder_ / "out"); }

  TemporaryFolder folder_{"ptx"};
  Module module_;
};

TEST_F(Compilers, ThePrintOfCompilerOutputReadsBackTheSameAndAssembles) {
  const std::string printed = print(module_);

  EXPECT_EQ(first_difference(module_, parse(printed)).value_or("same"), "same");
  write_file(folder_ / "printed.ptx", printed);
  EXPECT_TRUE(run("ptxas -arch=sm_80 -o printed.cubin printed.ptx")) << output();
}

TEST_F(Compilers, TheRegisterEstimateIsWithinATenthOfPtxasInTheMedian) {
  ASSERT_TRUE(run("ptxas -v -arch=sm_80 -o k.cubin k.ptx")) << output();
  const std::string said = output();
  std::vector<double> estimated, used;
  const std::regex line("Compiling entry function '([^']+)'[^]*?Used ([0-9]+) registers");
  for (std::sregex_iterator it(said.begin(), said.end(), line), end; it != end; ++it) {
    const Function* f = module_.find((*it)[1].str());
    ASSERT_NE(f, nullptr);
    estimated.push_back(analysis::estimate_registers(module_, *f));
    used.push_back(std::stod((*it)[2].str()));
    std::printf("%-28s ptxas %3.0f, estimated %3.0f\n", std::string(f->name).c_str(), used.back(), estimated.back());
  }

  ASSERT_GE(used.size(), 12U);
  const auto errors = relative_errors(estimated, used);
  std::printf("median error %.1f %%, largest %.1f %%\n", 100 * median(errors), 100 * quantile(errors, 1));
  EXPECT_LE(median(errors), 0.10);
  EXPECT_LE(quantile(errors, 1), 0.35);
}

}  // namespace
}  // namespace forewarp::ptx
