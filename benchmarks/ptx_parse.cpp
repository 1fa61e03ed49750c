// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Parsing speed in MB/s of PTX text: what ships beside the bundled kernels (nvcc's and clang's output), a generated
/// module in the manner of nvcc, and the files of FOREWARP_PTX=a.ptx:b.ptx. Usage: bench_ptx_parse [--json]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/statistics.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;

/// Kernels of 2000 loads, multiply-adds, compares and branches over as many registers.
std::string generated(int kernels) {
  std::string text = ".version 8.5\n.target sm_80\n.address_size 64\n";
  for (int k = 0; k < kernels; ++k) {
    text += fmt::format(".visible .entry kernel{}(\n\t.param .u64 kernel{}_param_0\n)\n{{\n", k, k);
    text += "\t.reg .pred \t%p<501>;\n\t.reg .f32 \t%f<1001>;\n\t.reg .b64 \t%rd<502>;\n\n";
    text += fmt::format("\tld.param.u64 \t%rd1, [kernel{}_param_0];\n", k);
    for (int i = 1; i <= 500; ++i)
      text += fmt::format(
          "$L__BB{}_{}:\n\tadd.s64 \t%rd{}, %rd{}, {};\n\tld.global.nc.f32 \t%f{}, [%rd{}+{}];\n"
          "\tfma.rn.f32 \t%f{}, %f{}, 0f3F800000, %f{};\n\tsetp.lt.s64 \t%p{}, %rd{}, 4096;\n\t@%p{} bra "
          "\t$L__BB{}_{};\n\n",
          k, i, i + 1, i, 4 * i, i, i + 1, 4 * i, i + 500, i, i, i, i + 1, i, k, i);
    text += "\tret;\n\n}\n";
  }
  return text;
}

/// MB/s over all texts, the median of nine rounds on one core.
double megabytes_a_second(const std::vector<std::string>& texts) {
  std::size_t bytes = 0, functions = 0;
  for (const std::string& text : texts) bytes += text.size();
  std::vector<double> rounds;
  for (int round = 0; round < 9; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (const std::string& text : texts) functions += ptx::parse(text).functions.size();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    rounds.push_back(static_cast<double>(bytes) / 1e6 / took.count());
  }
  if (functions == 0) throw Error("the texts have no function");
  return median(rounds);
}

bench::Row row(const std::string& id, const std::string& what, const std::vector<std::string>& texts) {
  std::size_t bytes = 0;
  for (const std::string& text : texts) bytes += text.size();
  return {.id = "ptx_parse." + id,
          .what = what,
          .unit = "MB/s",
          .ours = megabytes_a_second(texts),
          .target = 50,
          .better = bench::Better::higher,
          .note = fmt::format("{:.2f} MB, one core", static_cast<double>(bytes) / 1e6)};
}

std::vector<std::string> shipped_texts() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shipped_file("kernels")))
    if (entry.path().extension() == ".ptx") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const auto& file : files) texts.push_back(read_file(file));
  return texts;
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = bench::json_asked(argc, argv);
  try {
    std::vector<bench::Row> rows{row("corpus", "parsing the PTX of the bundled kernels", shipped_texts()),
                                 row("generated", "parsing a large generated module", {generated(20)})};
    const char* list = std::getenv("FOREWARP_PTX");
    std::istringstream paths(list == nullptr ? "" : list);
    for (std::string path; std::getline(paths, path, ':');)
      rows.push_back(row(std::filesystem::path(path).filename().string(), "parsing " + path, {read_file(path)}));
    bench::print_rows(rows, json);
  } catch (const Error& error) {
    fmt::print(stderr, "bench_ptx_parse: {}\n", error.what());
    return 1;
  }
}
