// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The programs of examples/programs under each compiler that is here: they verify their results and print their own
/// timing. Programs of tests/programs with rules of the CUDA runtime API, and with CUB and Thrust.
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <tuple>
#include <vector>

#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/process.hpp"
#include "source_dir.hpp"

namespace forewarp {
namespace {

const std::filesystem::path source = forewarp::test::source_dir();

struct Example {
  const char* name;
  std::vector<std::string> sources;
  std::vector<std::string> arguments;
  const char* says;    ///< of its results, a regular expression
  const char* kernel;  ///< one that the summary has
};

void PrintTo(const Example& example, std::ostream* out) { *out << example.name; }

/// Why the compiler cannot be used here; empty where it can.
std::string missing(source::CompilerChoice compiler) {
  if (FOREWARP_SANITIZED) return "sanitizers bring libraries of their own, which programs without them cannot load";
  try {
    const auto found = source::find_toolchain(compiler, source::Language::cuda);
    return compiler == source::CompilerChoice::nvcc && found.kind != source::CompilerKind::nvcc ? "no nvcc on the PATH"
                                                                                                : "";
  } catch (const Unavailable& e) {
    return e.what();
  }
}

ProcessResult exec(const std::string& compiler, const std::vector<std::filesystem::path>& sources,
                   const std::vector<std::string>& options, const std::vector<std::string>& arguments = {}) {
  std::vector<std::string> command = {FOREWARP_TOOL, "exec", "--compiler", compiler, "--device", "H100"};
  for (const std::filesystem::path& path : sources) command.push_back(path.string());
  command.insert(command.end(), options.begin(), options.end());
  command.emplace_back("--");
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_process(command, {.timeout_s = 290});
}

class Examples : public ::testing::TestWithParam<std::tuple<Example, const char*>> {};

TEST_P(Examples, VerifyTheirResultsAndPrintTheirTime) {
  const auto& [example, compiler] = GetParam();
  const bool nvcc = std::string_view(compiler) == "nvcc";
  if (const std::string why = missing(nvcc ? source::CompilerChoice::nvcc : source::CompilerChoice::clang);
      !why.empty())
    GTEST_SKIP() << why;
  std::vector<std::filesystem::path> sources;
  for (const std::string& name : example.sources) sources.push_back(source / "examples/programs" / name);

  const ProcessResult r = exec(compiler, sources, {}, example.arguments);

  EXPECT_EQ(r.exit_status, 0) << r.output << r.errors;
  EXPECT_NE(r.output.find("\nPASS\n"), std::string::npos) << r.output;
  EXPECT_TRUE(std::regex_search(r.output, std::regex(example.says))) << r.output;
  EXPECT_TRUE(std::regex_search(r.output, std::regex("[0-9.]+ us"))) << r.output;
  EXPECT_NE(r.output.find(example.kernel), std::string::npos) << r.output;
  EXPECT_EQ(r.output.find("failed call"), std::string::npos) << r.output;
}

INSTANTIATE_TEST_SUITE_P(
    All, Examples,
    ::testing::Combine(
        ::testing::Values(
            Example{"jacobi", {"jacobi.cu"}, {"64", "10"}, "64 x 64, 10 iterations: last change .*, error 0", "step("},
            Example{
                "streams", {"streams.cu"}, {"128", "4"}, "4 pieces in one stream: .*, in 4 streams: ", "mandelbrot("},
            Example{"unified",
                    {"unified.cu"},
                    {"200", "2000"},
                    "2000 queries in a tree of 200 keys, .* 0 wrong",
                    "look_up("},
            Example{"graph", {"graph.cu"}, {"1000", "20"}, "1000 particles, 20 steps: error 0.0", "accelerate("},
            Example{
                "cooperative", {"cooperative.cu"}, {"5000"}, "5000 numbers in 10 blocks .*, 0 wrong", "prefix_sum("},
            Example{"histogram", {"histogram.cu", "histogram_kernel.cu"}, {"20000"}, "0 bins wrong", "histogram("}),
        ::testing::Values("clang", "nvcc")),
    [](const auto& test) { return std::string(std::get<0>(test.param).name) + "_" + std::get<1>(test.param); });

/// By name, with --gpus.
class Rules : public ::testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(Rules, OfTheRuntimeApiHold) {
  if (const std::string why = missing(source::CompilerChoice::clang); !why.empty()) GTEST_SKIP() << why;
  const auto& [name, gpus] = GetParam();

  const ProcessResult r = exec("clang", {source / "tests/programs" / name}, {"--no-advise", "--gpus", gpus});

  EXPECT_EQ(r.exit_status, 0) << r.output << r.errors;
  EXPECT_NE(r.output.find("PASS\n"), std::string::npos) << r.output;
}

INSTANTIATE_TEST_SUITE_P(All, Rules,
                         ::testing::Values(std::tuple("semantics.cu", "1"), std::tuple("captures.cu", "1"),
                                           std::tuple("peers.cu", "2"), std::tuple("per_gpu.cu", "2")),
                         [](const auto& test) {
                           const std::string name = std::get<0>(test.param);
                           return name.substr(0, name.find('.'));
                         });

class Libraries : public ::testing::TestWithParam<const char*> {};

TEST_P(Libraries, OfTheToolkitRun) {
  if (const std::string why = missing(source::CompilerChoice::nvcc); !why.empty()) GTEST_SKIP() << why;

  const ProcessResult r = exec("nvcc", {source / "tests/programs" / GetParam()}, {"--no-advise"});

  EXPECT_EQ(r.exit_status, 0) << r.output << r.errors;
  EXPECT_NE(r.output.find("PASS\n"), std::string::npos) << r.output;
}

INSTANTIATE_TEST_SUITE_P(All, Libraries, ::testing::Values("cub_reduce.cu", "thrust_sort.cu"), [](const auto& test) {
  const std::string name = test.param;
  return name.substr(0, name.find('.'));
});

}  // namespace
}  // namespace forewarp
