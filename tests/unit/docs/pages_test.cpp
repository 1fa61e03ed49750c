// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Pages that a user follows at a terminal: every line of their "sh" blocks works, in their order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"

namespace forewarp {
namespace {

const std::filesystem::path source = forewarp::test::source_dir();

std::vector<std::string> commands_of(const std::string& page) {
  std::vector<std::string> commands;
  std::istringstream in(page);
  bool within = false;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("```"))
      within = !within && line == "```sh";
    else if (within)
      commands.push_back(line);
  return commands;
}

/// The text of the page's first block of this language.
std::string block_of(const std::string& page, const std::string& language) {
  const std::string open = "```" + language + "\n";
  const std::size_t begin = page.find(open);
  if (begin == std::string::npos) return "";
  return page.substr(begin + open.size(), page.find("```", begin + open.size()) - begin - open.size());
}

class Page : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    std::filesystem::copy_file(source / "data/loop/matmul.loop", folder_ / "product.loop");
    std::filesystem::copy_file(source / "data/loop/matmul_prefetch.loop", folder_ / "matmul_prefetch.loop");
    for (const char* file : {"syrk.c", "spmv_csr.c"})
      std::filesystem::copy_file(source / "data/loop" / file, folder_ / file);
    write_file(folder_ / "measured.csv",
               "kernel,f_op_float32_madd,f_op_float32_add,f_sync_kernel_launch,f_cl_wall_time\n"
               "a,1e9,1e8,1,0.0021\nb,2e9,1e8,1,0.0041\nc,4e9,2e8,1,0.0083\n");
    std::filesystem::create_directories(folder_ / "examples");
    std::filesystem::copy(source / "examples/programs", folder_ / "examples/programs");
    write_file(folder_ / "my.cu",
               "__global__ void halve(float* x, int n) {\n  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
               "  if (i < n) x[i] = 0.5f * x[i];\n}\n");
    const std::string tuning = read_file(source / "docs/kernel-tuner.md");
    std::filesystem::create_directories(folder_ / "add");
    write_file(folder_ / "add/add.cu", block_of(tuning, "cuda"));
    write_file(folder_ / "add/launch.toml", block_of(tuning, "toml"));
    write_file(folder_ / "tune.py", block_of(tuning, "python"));
    write_file(folder_ / "measured_times.csv", block_of(tuning, "csv"));
    write_file(folder_ / "mine.pick",
               "generator mine\ntags vector\nsize n: 65536, 131072, 262144\nsize m: 4, 8\n===\nkernel mine\n"
               "domain { [i,k] : 0 <= i < n and 0 <= k < m }\nassume n >= 1 and n mod 256 = 0 and m >= 1\n"
               "r[i] = sum(k, a$mineLD[k,i])\n---\nsplit i 256 outer g.0 inner l.0\n");
  }
  TemporaryFolder folder_{"page"};
};

TEST_P(Page, EveryCommandWorksInItsOrder) {
  const bool only_programs = std::string_view(GetParam()) == "exec.md";
  if (FOREWARP_SANITIZED && only_programs)
    GTEST_SKIP() << "sanitizers bring libraries of their own, which programs without them cannot load";
  const auto commands = commands_of(read_file(source / "docs" / GetParam()));
  ASSERT_GE(commands.size(), 5U);
  for (std::string command : commands) {
    ASSERT_TRUE(command.starts_with("forewarp ")) << command;
    if (FOREWARP_SANITIZED && command.starts_with("forewarp exec")) continue;  // as above
    command =
        fmt::format("cd '{}' && '{}'{} >out.txt 2>err.txt", folder_.path().string(), FOREWARP_TOOL, command.substr(8));
    EXPECT_EQ(std::system(command.c_str()), 0) << command << "\n" << read_file(folder_ / "err.txt");
  }
}

INSTANTIATE_TEST_SUITE_P(Docs, Page,
                         ::testing::Values("../README.md", "advise.md", "calibrate.md", "exec.md", "kernel-tuner.md",
                                           "loop.md"),
                         [](const auto& page) {
                           std::string name = std::filesystem::path(page.param).stem().string();
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace forewarp
