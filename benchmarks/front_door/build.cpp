// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "front_door/build.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::bench {
namespace {

namespace fs = std::filesystem;

/// Processor seconds of all children that have ended.
double children_s() {
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// A copy of the sources: builds of it leave the builds of the tree alone.
class Checkout {
 public:
  Checkout() {
    for (const fs::directory_entry& entry : fs::directory_iterator(FOREWARP_BENCH_SOURCE_DIR)) {
      const fs::path name = entry.path().filename();
      if (name != "build" && name != ".git")
        fs::copy(entry.path(), folder_ / name, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    }
    run({"cmake", "--preset", "release", "-S", folder_.path(), "-B", folder_ / "build"});
  }

  /// Adds a line to a file, as an editor would.
  void edit(const fs::path& file) { std::ofstream(folder_ / file, std::ios::app) << "// changed\n"; }

  /// A row: seconds of a build of the tool.
  [[nodiscard]] Row build(const std::string& id, const std::string& what, double target_s) const {
    const unsigned cores = std::thread::hardware_concurrency();
    const double used_before = children_s();
    const auto start = std::chrono::steady_clock::now();
    run({"cmake", "--build", folder_ / "build", "--target", "forewarp_tool", "--parallel", std::to_string(cores)});
    const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return {.id = "front_door.build." + id,
            .what = "building the tool " + what,
            .unit = "s",
            .ours = wall_s,
            .target = target_s,
            .better = Better::lower,
            .note = fmt::format("{} cores, {:.0f} s of processor time, no compiler cache", cores,
                                children_s() - used_before)};
  }

 private:
  void run(const std::vector<std::string>& arguments) const {
    const fs::path log = folder_ / "build.log";
    if (run_to_file(arguments, log) != 0) throw Error(arguments.front() + " failed:\n" + read_file(log));
  }

  TemporaryFolder folder_{"build"};
};

}  // namespace

Row tool_size() {
  const TemporaryFolder folder("strip");
  const fs::path stripped = folder / "forewarp";
  const ProcessResult result = run_process({"strip", "-o", stripped, FOREWARP_TOOL});
  if (result.exit_status != 0) throw Unavailable("strip: " + result.errors);
  return {.id = "front_door.size",
          .what = "the tool, stripped",
          .unit = "MB",
          .ours = 1e-6 * static_cast<double>(fs::file_size(stripped)),
          .target = 11,
          .better = Better::lower};
}

std::vector<Row> build_times() {
  ::setenv("CCACHE_DISABLE", "1", 1);
  Checkout checkout;
  std::vector<Row> rows = {checkout.build("scratch", "from scratch, without packages", 240)};
  checkout.edit("src/forewarp/model/rank/rank.cpp");
  rows.push_back(checkout.build("source", "after a change of one source file", 15));
  checkout.edit("src/forewarp/support/error.hpp");
  rows.push_back(checkout.build("header", "after a change of support/error.hpp", 180));
  return rows;
}

}  // namespace forewarp::bench
