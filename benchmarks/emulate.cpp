// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Thread instructions a second of the emulator alone and with an observer that counts basic blocks and sectors of
// accesses: what the core costs, and what each slice of the warps' round robin costs.
#include <benchmark/benchmark.h>

#include <bit>
#include <cstring>

#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace {

using namespace forewarp;

constexpr const char* header = ".version 8.5\n.target sm_80\n.address_size 64\n";

/// C = A B for n x n, tiles of 16 x 16 in shared memory, the inner loop unrolled as compilers do.
std::string tiled_matmul() {
  std::string inner;
  for (int k = 0; k < 16; ++k)
    inner += "ld.shared.f32 %f2, [%r15+" + std::to_string(4 * k) + "]; ld.shared.f32 %f3, [%r17+" +
             std::to_string(64 * k) + "]; fma.rn.f32 %f1, %f2, %f3, %f1;\n";
  return std::string(header) + R"(
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n) {
  .shared .align 4 .b8 ta[1024];
  .shared .align 4 .b8 tb[1024];
  .reg .pred %p<2>; .reg .f32 %f<5>; .reg .b32 %r<30>; .reg .b64 %rd<12>;
  ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, [c]; ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x; mov.u32 %r3, %tid.y; mov.u32 %r4, %ctaid.x; mov.u32 %r5, %ctaid.y;
  shl.b32 %r6, %r5, 4; add.s32 %r6, %r6, %r3;
  shl.b32 %r7, %r4, 4; add.s32 %r7, %r7, %r2;
  mov.f32 %f1, 0f00000000;
  mov.u32 %r8, 0;
  shl.b32 %r9, %r3, 4; add.s32 %r9, %r9, %r2; shl.b32 %r9, %r9, 2;
  mov.u32 %r10, ta; add.s32 %r11, %r10, %r9;
  mov.u32 %r12, tb; add.s32 %r13, %r12, %r9;
  shl.b32 %r14, %r3, 6; add.s32 %r15, %r10, %r14;
  shl.b32 %r16, %r2, 2; add.s32 %r17, %r12, %r16;
TILE:
  add.s32 %r18, %r8, %r2; mad.lo.s32 %r19, %r6, %r1, %r18; mul.wide.u32 %rd4, %r19, 4; add.s64 %rd5, %rd1, %rd4;
  ld.global.f32 %f2, [%rd5]; st.shared.f32 [%r11], %f2;
  add.s32 %r20, %r8, %r3; mad.lo.s32 %r21, %r20, %r1, %r7; mul.wide.u32 %rd6, %r21, 4; add.s64 %rd7, %rd2, %rd6;
  ld.global.f32 %f3, [%rd7]; st.shared.f32 [%r13], %f3;
  bar.sync 0;
)" + inner +
         R"(
  bar.sync 0;
  add.s32 %r8, %r8, 16;
  setp.lt.u32 %p1, %r8, %r1;
  @%p1 bra TILE;
  mad.lo.s32 %r25, %r6, %r1, %r7; mul.wide.u32 %rd8, %r25, 4; add.s64 %rd9, %rd3, %rd8;
  st.global.f32 [%rd9], %f1;
  ret;
})";
}

constexpr const char* saxpy = R"(
.visible .entry k(.param .u64 x, .param .u64 y, .param .f32 a, .param .u32 n) {
  .reg .pred %p1; .reg .f32 %f<4>; .reg .b32 %r<6>; .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; ld.param.f32 %f1, [a]; ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.u32 %p1, %r5, %r1;
  @%p1 bra END;
  mul.wide.u32 %rd3, %r5, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f2, [%rd4]; ld.global.f32 %f3, [%rd5];
  fma.rn.f32 %f3, %f1, %f2, %f3;
  st.global.f32 [%rd5], %f3;
END: ret;
})";

/// Rows of very different length of a sparse matrix: lane t of row r has (r * 37) mod 64 elements, gathered.
constexpr const char* divergent = R"(
.visible .entry k(.param .u64 x, .param .u64 y, .param .u32 n) {
  .reg .pred %p<3>; .reg .f32 %f<4>; .reg .b32 %r<12>; .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.s32 %r5, %r2, %r3, %r4;
  mul.lo.u32 %r6, %r5, 37; and.b32 %r6, %r6, 63;
  mov.f32 %f1, 0f00000000; mov.u32 %r7, 0; mov.u32 %r8, %r5;
  setp.eq.u32 %p1, %r6, 0;
  @%p1 bra DONE;
LOOP:
  mad.lo.u32 %r8, %r8, 1664525, 1013904223; shr.u32 %r9, %r8, 8; rem.u32 %r9, %r9, %r1;
  mul.wide.u32 %rd3, %r9, 4; add.s64 %rd4, %rd1, %rd3;
  ld.global.f32 %f2, [%rd4];
  add.f32 %f1, %f1, %f2;
  add.s32 %r7, %r7, 1; setp.lt.u32 %p2, %r7, %r6;
  @%p2 bra LOOP;
DONE:
  mul.wide.u32 %rd5, %r5, 4; add.s64 %rd6, %rd2, %rd5;
  st.global.f32 [%rd6], %f1;
  ret;
})";

/// Counts what a profile needs at least: thread instructions by basic block, and sectors by accesses.
class Counter : public emu::Observer {
 public:
  std::uint64_t thread_instructions = 0, sectors = 0;
  [[nodiscard]] std::unique_ptr<emu::Observer> fork() const override {
    auto fresh = std::make_unique<Counter>();
    fresh->map_ = map_;
    return fresh;
  }
  void merge(emu::Observer& later) override {
    thread_instructions += static_cast<Counter&>(later).thread_instructions;
    sectors += static_cast<Counter&>(later).sectors;
  }
  void launch_begin(const emu::ProgramMap& map, const launch::Launch&, unsigned) override { map_ = &map; }
  void basic_block(emu::WarpId, std::uint32_t block, emu::LaneMask active) override {
    const auto& b = map_->blocks[block];
    thread_instructions += std::uint64_t{b.last - b.first} * static_cast<unsigned>(std::popcount(active));
  }
  void access(emu::WarpId, const emu::Access& a) override {
    if (a.space != ptx::StateSpace::global) return;
    std::uint64_t last = ~std::uint64_t{0};
    for (emu::LaneMask m = a.active; m != 0; m &= m - 1) {
      const std::uint64_t sector = a.addresses[std::countr_zero(m)] >> 5;
      sectors += sector != last;
      last = sector;
    }
  }

 private:
  const emu::ProgramMap* map_ = nullptr;
};

struct Setup {
  ptx::Module module;
  emu::Machine machine;
  launch::Launch launch;
  std::vector<std::vector<std::byte>> arguments;

  Setup(std::string text, emu::MachineOptions options)
      : module(ptx::parse(std::move(text))), machine(module, "k", options) {}
  template <typename T>
  void scalar(T value) {
    std::vector<std::byte> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    arguments.push_back(bytes);
  }
  void buffer(std::uint64_t bytes) { scalar(machine.memory().allocate(bytes, "b")); }
};

void measure(benchmark::State& state, Setup& setup) {
  Counter once;
  setup.machine.run(setup.launch, setup.arguments, {}, &once);
  const bool observed = state.range(0) != 0;
  for (auto _ : state) {
    Counter counter;
    setup.machine.run(setup.launch, setup.arguments, {}, observed ? &counter : nullptr);
    benchmark::DoNotOptimize(counter.sectors);
  }
  state.counters["thread_instructions"] =
      benchmark::Counter(static_cast<double>(once.thread_instructions) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
}

void matmul(benchmark::State& state) {
  constexpr std::uint32_t n = 256;
  Setup s(tiled_matmul(),
          {.threads = static_cast<unsigned>(state.range(1)), .warp_slice = static_cast<std::uint32_t>(state.range(2))});
  for (int i = 0; i < 3; ++i) s.buffer(n * n * 4);
  s.scalar(n);
  s.launch.grid = {n / 16, n / 16, 1};
  s.launch.block = {16, 16, 1};
  measure(state, s);
}

void run_saxpy(benchmark::State& state) {
  constexpr std::uint32_t n = 1 << 20;
  Setup s(std::string(header) + saxpy, {.threads = static_cast<unsigned>(state.range(1))});
  s.buffer(n * 4);
  s.buffer(n * 4);
  s.scalar(2.0F);
  s.scalar(n);
  s.launch.grid = {n / 256, 1, 1};
  s.launch.block = {256, 1, 1};
  measure(state, s);
}

void run_divergent(benchmark::State& state) {
  constexpr std::uint32_t n = 1 << 16;
  Setup s(std::string(header) + divergent, {.threads = static_cast<unsigned>(state.range(1))});
  s.buffer(n * 4);
  s.buffer(n * 4);
  s.scalar(n);
  s.launch.grid = {n / 256, 1, 1};
  s.launch.block = {256, 1, 1};
  measure(state, s);
}

BENCHMARK(matmul)
    ->ArgNames({"observed", "threads", "slice"})
    ->Args({0, 1, 64})
    ->Args({1, 1, 64})
    ->Args({1, 1, 8})
    ->Args({1, 1, 1 << 30})
    ->Args({1, 2, 64})
    ->UseRealTime();
BENCHMARK(run_saxpy)->ArgNames({"observed", "threads"})->Args({0, 1})->Args({1, 1})->Args({1, 2})->UseRealTime();
BENCHMARK(run_divergent)->ArgNames({"observed", "threads"})->Args({0, 1})->Args({1, 1})->Args({1, 2})->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
