// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What a launch of a program under `forewarp exec` costs beside its emulation: bookkeeping, prediction and recording.
/// Targets (seconds of the host): an empty launch 20 us; 10,000 identical launches 1 s; 10 % of the emulation of a
/// solver's launches, but for the first, which is counted; 1 s to read a million launches. Usage: bench_exec [--json]
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "forewarp/runtime/operation_line.hpp"
#include "forewarp/runtime/session.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

constexpr const char* code = R"(.version 8.5
.target sm_80
.address_size 64
.visible .entry nothing(.param .u32 n) { ret; }
.visible .entry add(.param .u64 x, .param .u64 y) {
  .reg .b32 %r<5>; .reg .b64 %rd<6>; .reg .f32 %f<3>;
  ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y];
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %rd3, %r4, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f1, [%rd4]; add.f32 %f2, %f1, %f1; st.global.f32 [%rd5], %f2; ret;
}
.visible .entry step(.param .u64 x) {
  .reg .b32 %r<6>; .reg .b64 %rd<6>; .reg .f32 %f<3>; .reg .pred %p;
  ld.param.u64 %rd1, [x];
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %rd3, %r4, 4; add.s64 %rd4, %rd1, %rd3; ld.global.f32 %f1, [%rd4]; mov.u32 %r5, 0;
L: fma.rn.f32 %f1, %f1, 0f3F7FFFFF, 0f3F800000; add.s32 %r5, %r5, 1; setp.lt.u32 %p, %r5, 32; @%p bra L;
  st.global.f32 [%rd4], %f1; ret;
}
)";

/// A program's session, without the program.
class Program {
 public:
  Program()
      : session_({.devices = {"H100"}}, std::make_unique<runtime::Recorder>(folder_ / "recording.jsonl"), "bench"),
        module_(session_.load(code, "bench.ptx")) {}

  runtime::Allocation& buffer(std::uint64_t bytes) { return session_.allocate(0, bytes, runtime::MemoryKind::device); }
  template <typename... T>
  runtime::LaunchRequest request(const char* kernel, std::uint32_t blocks, std::uint32_t threads, T... arguments) {
    runtime::LaunchRequest r{.kernel = &session_.kernel(*module_, kernel),
                             .grid = {blocks, 1, 1},
                             .block = {threads, 1, 1},
                             .arguments = {}};
    const auto add = [&](const auto& value) {
      r.arguments.emplace_back(sizeof value);
      std::memcpy(r.arguments.back().data(), &value, sizeof value);
    };
    (add(arguments), ...);
    return r;
  }
  void launch(const runtime::LaunchRequest& r) {
    session_.enter();
    session_.launch(0, runtime::default_stream, r);
    session_.leave();
  }

 private:
  TemporaryFolder folder_;
  runtime::Session session_;
  std::unique_ptr<runtime::Module> module_;
};

constexpr int identical = 10'000;

/// Median, microseconds. same: all of them alike, so that all but the first are known; else each has another number and
/// is run, and after the first few hundred none is counted.
double empty_launch_us(bool same) {
  Program program;
  std::vector<double> times;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const runtime::LaunchRequest r = program.request("nothing", 1, 32, same ? 0U : i);
    const auto start = Clock::now();
    program.launch(r);
    times.push_back(since(start) * 1e6);
  }
  return median(times);
}

double identical_launches_s() {
  constexpr std::uint32_t n = 1 << 20;
  Program program;
  const runtime::LaunchRequest r =
      program.request("add", n / 256, 256, program.buffer(4 * n).address(), program.buffer(4 * n).address());
  const auto start = Clock::now();
  for (int i = 0; i < identical; ++i) program.launch(r);
  return since(start);
}

/// A solver's launches beside their emulation alone.
struct Overhead {
  double percent = 0;  ///< of a launch like earlier ones, median
  double first = 0;    ///< emulations that the first launch takes, which is counted and predicted
};

Overhead overhead() {
  constexpr std::uint32_t n = 1 << 18;
  constexpr int to_be_compiled = 100, launches = 200;
  Program program;
  const runtime::LaunchRequest r = program.request("step", n / 256, 256, program.buffer(4 * n).address());
  launch::Launch alone;
  alone.grid = r.grid;
  alone.block = r.block;
  const auto emulated = [&] {
    const auto start = Clock::now();
    r.kernel->machine->run(alone, r.arguments);
    return since(start);
  };
  const auto launched = [&] {
    const auto start = Clock::now();
    program.launch(r);
    return since(start);
  };
  // A kernel that runs long is compiled for this processor meanwhile. Only then are two launches alike.
  const double first = launched();
  std::vector<double> with, without;
  for (int i = 0; i < to_be_compiled + launches; ++i) {
    // What runs without the session changes the memory behind its back; the next launch differs all the same.
    const double a = launched(), b = emulated();
    if (i >= to_be_compiled) with.push_back(a), without.push_back(b);
  }
  return {100 * (median(with) / median(without) - 1), first / median(without)};
}

/// Seconds to read the recording of a program that launches a million times.
double reading_s() {
  constexpr int launches = 1'000'000;
  std::string text;
  for (int i = 0; i < launches; ++i)
    text += runtime::operation_line({.replayed = true, .times = {{i * 2e-6, i * 2e-6 + 1e-6}}}) + "\n";
  const auto start = Clock::now();
  const runtime::Recording recording = runtime::read_recording(text);
  return recording.operations.size() == launches ? since(start) : std::nan("");
}

template <typename Measure>
double best_of_three(Measure measure) {
  return std::min({measure(), measure(), measure()});
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = bench::json_asked(argc, argv);
  const auto row = [](const char* id, const char* what, const char* unit, double ours, double target,
                      std::string note) {
    return bench::Row{.id = std::string("exec.") + id,
                      .what = what,
                      .unit = unit,
                      .ours = ours,
                      .target = target,
                      .better = bench::Better::lower,
                      .note = std::move(note)};
  };
  const std::array solver = {overhead(), overhead(), overhead()};
  bench::print_rows(
      {row("empty_launch", "an empty launch that was made before", "us",
           best_of_three([] { return empty_launch_us(true); }), 20, "median of 3000"),
       row("empty_launch_run", "an empty launch with another number each time", "us",
           best_of_three([] { return empty_launch_us(false); }), 20, "median of 3000"),
       row("identical_launches", "10,000 identical launches of 2^20 threads", "s", best_of_three(identical_launches_s),
           1, "the first is emulated"),
       row("recording", "launches of a solver beyond their emulation", "%",
           std::min({solver[0].percent, solver[1].percent, solver[2].percent}), 10,
           fmt::format(
               "medians of 200 of 4e7 thread instructions each; the first, which is counted, took {:.0f} times one",
               std::min({solver[0].first, solver[1].first, solver[2].first}))),
       row("reading", "the recording of a million launches read", "s", best_of_three(reading_s), 1, "by the tool")},
      json);
}
