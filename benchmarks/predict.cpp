// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// How long the API takes to put a launch in hand to a device. Usage: bench_predict [--json]
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "forewarp/model/device/database.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;

/// A profile of the size of a real one: 60 kinds of instructions, 24 sites, 4 buffers.
profile::Profile some_profile() {
  profile::Profile p;
  p.launch.grid = {128, 128, 1};
  p.launch.block = {16, 16, 1};
  p.registers = 32;
  p.static_shared_bytes = 2048;
  p.warps = 128 * 128 * 8;
  const char* kinds[] = {"fma.rn.f32", "add.s64", "mul.wide.s32", "ld.shared.f32", "setp.ge.s32", "cvt.rn.f32.s32"};
  const ptx::Opcode opcodes[] = {ptx::Opcode::fma, ptx::Opcode::add,  ptx::Opcode::mul,
                                 ptx::Opcode::ld,  ptx::Opcode::setp, ptx::Opcode::cvt};
  const ptx::Type types[] = {ptx::Type::f32, ptx::Type::s64, ptx::Type::s32,
                             ptx::Type::f32, ptx::Type::s32, ptx::Type::f32};
  for (int i = 0; i < 60; ++i)
    p.instructions.push_back({kinds[i % 6], opcodes[i % 6], types[i % 6], ptx::StateSpace::none, 1e6 * (i + 1), 3e7});
  profile::AccessSite site;
  site.mnemonic = "ld.global.f32";
  site.space = ptx::StateSpace::global;
  site.requests = site.lines = 1e6;
  site.lanes = 32e6;
  site.bytes_per_lane = 4;
  site.sectors = 4e6;
  p.sites.assign(24, site);
  p.buffers.assign(4, {});
  for (auto& b : p.buffers) {
    b.sectors_total = 1e6;
    b.sectors_per_block = b.read_sectors_per_block = 500;
    b.overlap = {1, 0, 0};
    b.reuse = {{1, 127 / 128.0}};
    b.written_reuse = b.reuse;
  }
  p.loads.counts.fill(1e5);
  p.loads.first = 1e6;
  p.path = {.alu = 500, .shared = 100, .global = 64, .barrier = 30, .instructions = 2000, .ilp = 2, .mlp = 2};
  return p;
}

/// Microseconds a device, the median of many rounds over all devices that ship.
template <typename Predict>
double microseconds_a_device(const Predict& predict) {
  const auto& devices = device::shipped_devices();
  std::vector<double> rounds;
  double sink = 0;
  for (int round = 0; round < 60; ++round) {
    std::size_t fitting = 0;
    const auto start = std::chrono::steady_clock::now();
    for (const auto& d : devices) {
      sink += predict(d).time_s;
      ++fitting;
    }
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
    rounds.push_back(took.count() / double(fitting));
  }
  if (!(sink > 0)) fmt::print(stderr, "bench_predict: nothing was predicted\n");
  return median(rounds);
}

/// Milliseconds of the whole process, the median of 15 runs. cache: a folder that the first run fills, or "off".
double process_milliseconds(const std::string& arguments, const std::string& cache) {
  std::vector<double> runs;
  for (int run = 0; run < 15; ++run) {
    const auto start = std::chrono::steady_clock::now();
    if (std::system(("FOREWARP_CACHE='" + cache + "' " FOREWARP_TOOL " " + arguments + " > /dev/null").c_str()) != 0)
      throw Error("forewarp " + arguments + " failed");
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    runs.push_back(took.count());
  }
  return median(runs);
}

bench::Row process_row(const char* id, const char* what, const std::string& arguments, double target,
                       const std::string& cache = "off") {
  return {.id = id,
          .what = what,
          .unit = "ms",
          .ours = process_milliseconds(arguments, cache),
          .target = target,
          .note = (cache == "off" ? "whole process, no cache, median of 15 runs: forewarp "
                                  : "whole process, median of 15 runs: forewarp ") +
                  arguments};
}

bench::Row row(const char* id, const char* what, double ours, double target) {
  return {.id = id,
          .what = what,
          .unit = "us",
          .ours = ours,
          .target = target,
          .note = "a device, one core, median of 60 rounds over all shipped devices"};
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = bench::json_asked(argc, argv);
  const profile::Profile p = some_profile();
  const model::Summary s = model::summarise(p);
  const double whole = microseconds_a_device([&](const auto& d) { return model::predict(p, d); });
  const double summarised = microseconds_a_device([&](const auto& d) { return model::predict(s, d); });
  const TemporaryFolder cache("bench-predict");
  bench::print_rows({row("predict.profile", "predict(profile, device)", whole, 5),
                     row("predict.summary", "predict(summary, device), summary made once", summarised, 4),
                     process_row("predict.process", "forewarp predict of a bundled kernel, PTX in hand",
                                 "predict matmul_tiled --device H200", 100),
                     process_row("predict.cached", "forewarp predict of a launch that was emulated before",
                                 "predict gemm_f16_mma --device H200", 50, cache.path().string()),
                     process_row("advise.process", "forewarp advise of a bundled kernel, PTX in hand",
                                 "advise matmul_tiled --device V100", 1000),
                     process_row("advise.longest", "forewarp advise of the bundled kernel that takes longest",
                                 "advise attention_flash_like --device V100", 1000),
                     process_row("predict.huge", "forewarp predict of a launch of 10^9 threads",
                                 "predict vector_add --device H200 --set n=1000000000", 1000)},
                    json);
  return 0;
}
