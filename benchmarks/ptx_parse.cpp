// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Parsing speed in MB/s of PTX text. FOREWARP_PTX=file1.ptx:file2.ptx adds real compiler output; without it a generated
// module in the manner of nvcc is read.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdlib>
#include <sstream>
#include <string>

#include "forewarp/ptx/cfg.hpp"
#include "forewarp/ptx/parser.hpp"
#include "forewarp/ptx/printer.hpp"
#include "forewarp/support/file.hpp"

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

void parse_text(benchmark::State& state, const std::string& text) {
  for (auto _ : state) benchmark::DoNotOptimize(ptx::parse(text));
  state.counters["MB/s"] = benchmark::Counter(
      static_cast<double>(text.size()) * static_cast<double>(state.iterations()) / 1e6, benchmark::Counter::kIsRate);
}

void print_text(benchmark::State& state, const std::string& text) {
  const ptx::Module module = ptx::parse(text);
  for (auto _ : state) benchmark::DoNotOptimize(ptx::print(module));
}

void control_flow_of(benchmark::State& state, const std::string& text) {
  const ptx::Module module = ptx::parse(text);
  for (auto _ : state)
    for (const ptx::Function& f : module.functions) benchmark::DoNotOptimize(ptx::control_flow(f));
}

void add(const std::string& name, const std::string& text) {
  benchmark::RegisterBenchmark(("parse/" + name).c_str(), parse_text, text)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark(("print/" + name).c_str(), print_text, text)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark(("control_flow/" + name).c_str(), control_flow_of, text)->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  add("generated", generated(20));
  const char* list = std::getenv("FOREWARP_PTX");
  std::istringstream paths(list == nullptr ? "" : list);
  for (std::string path; std::getline(paths, path, ':');)
    add(std::filesystem::path(path).filename().string(), read_file(path));
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
