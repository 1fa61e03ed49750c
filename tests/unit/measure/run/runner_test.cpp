// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// forewarp_runner as it travels: the binary, and the sources.
#include <gnu/libc-version.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <regex>
#include <set>
#include <thread>

#include "forewarp/measure/run/samples.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"
#include "unit/measure/run/fake_libraries.hpp"

namespace forewarp::run {
namespace {

namespace fs = std::filesystem;

std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  std::array<char, 4096> chunk;
  for (std::size_t n; (n = std::fread(chunk.data(), 1, chunk.size(), pipe)) > 0;) text.append(chunk.data(), n);
  return text + "status " + std::to_string(WEXITSTATUS(::pclose(pipe)));
}

std::set<std::string> matches(const std::string& text, const std::string& pattern) {
  std::set<std::string> found;
  const std::regex expression(pattern);
  for (auto it = std::sregex_iterator(text.begin(), text.end(), expression); it != std::sregex_iterator(); ++it)
    found.insert((*it)[1].str());
  return found;
}

const std::string jobs =
    R"({"job": "a", "language": "ptx", "source": ".version 6.0\n.visible .entry busy() { ret; }", "entry": "busy", "grid": 1, "block": 32}
{"job": "b", "language": "ptx", "source": ".version 6.0\n.visible .entry busy() { ret; }", "entry": "busy", "grid": 2, "block": 32}
)";

/// The way a campaign goes on a machine that is taken away again and again.
TEST(Runner, KilledAndStartedAgainItEndsWithEveryTrialOnce) {
  test::use_fake_libraries();
  const TemporaryFolder folder("runner");
  write_file(folder / "jobs.jsonl", jobs);
  const std::string jobs_file = folder / "jobs.jsonl", results = folder / "results.csv";
  std::size_t killed = 0;
  int status = 0;
  for (int round = 0; round < 300; ++round) {
    const pid_t child = ::fork();
    if (child == 0) {
      (void)std::freopen("/dev/null", "w", stderr);
      ::execl(FOREWARP_RUNNER, "forewarp_runner", jobs_file.c_str(), "--device", "cuda:0", "-o", results.c_str(),
              "--width", "0", "--pass-seconds", "0", nullptr);
      ::_exit(9);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10 + 13 * round % 60 + round));
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status)) break;
    ++killed;
  }
  ASSERT_TRUE(WIFEXITED(status));
  ASSERT_EQ(WEXITSTATUS(status), 0);
  EXPECT_GT(killed, 0u);

  std::map<std::string, std::vector<Sample>> trials;
  for (const Sample& sample : open_csv_store(results)->read().samples)
    if (sample.kind == SampleKind::trial) trials[sample.job].push_back(sample);
  ASSERT_EQ(trials.size(), 2u);
  for (const auto& [job, samples] : trials) {
    EXPECT_GE(samples.size(), 60u) << job;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      EXPECT_EQ(samples[i].trial, i);
      EXPECT_GE(samples[i].seconds, 1e-3);
    }
  }
}

TEST(Runner, SaysWhatIsWrong) {
  const std::string runner = FOREWARP_RUNNER;

  EXPECT_EQ(output_of(runner + " --fast"),
            "forewarp_runner: there is no option '--fast', or its value is missing; see --help\nstatus 2");
  EXPECT_EQ(output_of(runner + " nowhere.jsonl --device cuda:0 -o x.csv"),
            "forewarp_runner: nowhere.jsonl: cannot read: No such file or directory\nstatus 2");
  EXPECT_NE(output_of("FOREWARP_CUDA=off " + runner + " /dev/null --device cuda:0 -o x.csv")
                .find("CUDA needs NVIDIA's driver: FOREWARP_CUDA is off\nstatus 3"),
            std::string::npos);
  EXPECT_NE(output_of(runner + " --help").find("--pass-seconds S"), std::string::npos);
}

TEST(Runner, TheBinaryNeedsNothingButACLibrary) {
  if (FOREWARP_SANITIZED) GTEST_SKIP() << "sanitizers bring libraries of their own";
  const std::string dynamic = output_of(std::string("readelf -d ") + FOREWARP_RUNNER);

  std::set<std::string> needed = matches(dynamic, R"(\(NEEDED\)[^\[]*\[([^\]]*)\])");
  ASSERT_FALSE(needed.empty()) << dynamic;
  for (const char* of_the_c_library :
       {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"})
    needed.erase(of_the_c_library);
  EXPECT_TRUE(needed.empty()) << *needed.begin();
}

TEST(Runner, TheBinaryRunsOnTheCLibraryOfUbuntu2204) {
  if (std::string(::gnu_get_libc_version()) != "2.36") GTEST_SKIP() << "not built on Debian 12";
  if (FOREWARP_SANITIZED) GTEST_SKIP() << "sanitizers bring libraries of their own";
  const std::string symbols = output_of(std::string("readelf --wide --dyn-syms ") + FOREWARP_RUNNER);

  const std::set<std::string> versions = matches(symbols, R"(@GLIBC_2\.([0-9]+))");
  ASSERT_FALSE(versions.empty());
  for (const std::string& version : versions) EXPECT_LE(std::stoi(version), 35) << "2." << version;
}

class RunnerSources : public ::testing::Test {
 protected:
  void unpack() const {
    const std::string archive = folder / "source.tar.gz";
    ASSERT_NE(
        output_of(std::string(forewarp::test::source_dir()) + "/tools/runner/bundle.sh " + archive).find("status 0"),
        std::string::npos);
    ASSERT_NE(output_of("tar -C " + (folder / "").string() + " -xzf " + archive).find("status 0"), std::string::npos);
  }
  TemporaryFolder folder{"runner_source"};
};

TEST_F(RunnerSources, IncludeOnlyThemselvesAndTheStandardLibrary) {
  unpack();
  const fs::path root = folder / "forewarp_runner";
  const std::set<std::string> of_the_system = {
      "cxxabi.h",       "dlfcn.h",
      "fcntl.h",        "poll.h",
      "signal.h",       "spawn.h",
      "stdint.h",       "unistd.h",
      "sys/file.h",     "sys/random.h",
      "sys/resource.h", "sys/stat.h",
      "sys/types.h",    "sys/wait.h",
      "io.h",           "experimental/filesystem"};  // the last two: fmt on Windows, nlohmann's JSON before C++17
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file() || entry.path().filename() == "LICENSE" || entry.path().filename() == "README")
      continue;
    ++files;
    const std::string text = read_file(entry.path());
    for (const std::string& ours : matches(text, "#include \"([^\"]*)\""))
      EXPECT_TRUE(fs::exists(root / ours) || fs::exists(entry.path().parent_path() / ours))
          << entry.path() << " includes " << ours;
    for (const std::string& theirs : matches(text, "#include <([^>]*)>")) {
      const bool standard = theirs.find_first_of("/.") == std::string::npos;
      EXPECT_TRUE(standard || of_the_system.contains(theirs) || fs::exists(root / theirs))
          << entry.path() << " includes " << theirs;
    }
  }
  EXPECT_GT(files, 60u);
  EXPECT_NE(read_file(root / "THIRD_PARTY_LICENSES").find("Victor Zverovich"), std::string::npos);
}

/// A minute of compiling: in the long tests. What the compiler lists as read comes from the bundle and from the folders
/// of the compiler and of the C library, so that the libraries installed here cannot help.
TEST_F(RunnerSources, CompileWithNothingButTheCompiler) {
  if (std::getenv("FOREWARP_LONG_TESTS") == nullptr) GTEST_SKIP() << "only in ./dev test --long";
  unpack();
  const std::string root = folder / "forewarp_runner";

  EXPECT_EQ(
      output_of("cd " + root + " && g++ -std=c++20 -DFMT_HEADER_ONLY -MD -I. *.cpp -ldl -pthread -o forewarp_runner"),
      "status 0");
  const std::string elsewhere = output_of("cat " + root + "/*.d | tr ' ' '\\n' | grep -E '^/.*/(fmt|nlohmann)/'");
  EXPECT_EQ(elsewhere, "status 1") << "grep found headers outside of the bundle";

  EXPECT_NE(output_of(root + "/forewarp_runner --devices").find("status 0"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::run
