// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Thread-instructions a second of single instructions, by instruction set, with all lanes active or half of them.
///   lanes/fma.rn.f32/v3/full   3.1 ns   items_per_second=10.2G/s
#include <benchmark/benchmark.h>

#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "forewarp/frontend/ptx/parser.hpp"

#include "forewarp/emulate/machine/lane_op.hpp"

namespace forewarp::emu {
namespace {

struct Case {
  const char* name;
  const char* text;
};
constexpr Case cases[] = {{"mov.u32", "mov.u32 %r0, %r1;"},
                          {"add.s32", "add.s32 %r0, %r1, %r2;"},
                          {"add.s64", "add.s64 %rd0, %rd1, %rd2;"},
                          {"mul.wide.s32", "mul.wide.s32 %rd0, %r1, %r2;"},
                          {"mad.lo.s32", "mad.lo.s32 %r0, %r1, %r2, %r3;"},
                          {"add.f32", "add.f32 %f0, %f1, %f2;"},
                          {"fma.rn.f32", "fma.rn.f32 %f0, %f1, %f2, %f3;"},
                          {"fma.rn.ftz.f32", "fma.rn.ftz.f32 %f0, %f1, %f2, %f3;"},
                          {"fma.rn.f64", "fma.rn.f64 %d0, %d1, %d2, %d3;"},
                          {"fma.rn.f16x2", "fma.rn.f16x2 %r0, %r1, %r2, %r3;"},
                          {"add.rz.f32", "add.rz.f32 %f0, %f1, %f2;"},
                          {"setp.lt.s32", "setp.lt.s32 %p0, %r1, %r2;"},
                          {"selp.b32", "selp.b32 %r0, %r1, %r2, %p1;"},
                          {"shl.b32", "shl.b32 %r0, %r1, %r2;"},
                          {"lop3.b32", "lop3.b32 %r0, %r1, %r2, %r3, 0x96;"},
                          {"div.u32", "div.u32 %r0, %r1, %r2;"},
                          {"cvt.rn.f32.s32", "cvt.rn.f32.s32 %f0, %r1;"},
                          {"cvt.s64.s32", "cvt.s64.s32 %rd0, %r1;"},
                          {"sqrt.rn.f32", "sqrt.rn.f32 %f0, %f1;"},
                          {"rsqrt.approx.f32", "rsqrt.approx.f32 %f0, %f1;"},
                          {"ex2.approx.f32", "ex2.approx.f32 %f0, %f1;"},
                          {"sin.approx.f32", "sin.approx.f32 %f0, %f1;"},
                          {"shfl.sync.bfly.b32", "shfl.sync.bfly.b32 %r0, %r1, %r2, %r3, -1;"},
                          {"mma.m16n8k16.f16",
                           "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, {%r0,%r1,%r2,%r3}, "
                           "{%r4,%r5}, {%f4,%f5,%f6,%f7};"}};

void run(benchmark::State& state, const std::string& instruction, Isa isa, LaneMask active) {
  const ptx::Module module = ptx::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() {\n.reg .pred %p<8>;\n.reg .b32 %r<8>;\n"
      ".reg .b64 %rd<8>;\n.reg .f32 %f<8>;\n.reg .f64 %d<8>;\n" +
      instruction + "\nret;\n}\n");
  const ptx::Function& function = module.functions.front();
  const auto choice = select_lane_op(function, function.body.front(), isa);
  if (!choice) {
    state.SkipWithError("not selected");
    return;
  }
  const std::string letters = choice->rows;
  std::vector<std::uint32_t> rows;
  std::vector<double> storage(letters.size() * 64);
  auto* const regs = reinterpret_cast<std::byte*>(storage.data());
  for (std::size_t i = 0; i < letters.size(); ++i) {
    rows.push_back(static_cast<std::uint32_t>(i * 512));
    for (unsigned lane = 0; lane < 32; ++lane) {
      const double wide = 1.5 + lane;
      const auto narrow = static_cast<float>(wide);
      const std::uint32_t whole = lane + 3;
      std::byte* const at = regs + i * 512;
      if (letters[i] == 'd') std::memcpy(at + lane * 8, &wide, 8);
      if (letters[i] == 's') std::memcpy(at + lane * 4, &narrow, 4);
      if (letters[i] == 'w') std::memcpy(at + lane * 4, &whole, 4);
    }
  }
  const LaneInst inst{choice->fn, rows.data(), 0, choice->control};
  for (auto _ : state) {
    inst.fn(regs, inst, active, 32);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * std::popcount(active));
}

void add(const Case& one, Isa isa, const char* isa_name) {
  const std::string name = std::string("lanes/") + one.name + "/" + isa_name;
  const std::string text = one.text;
  benchmark::RegisterBenchmark((name + "/full").c_str(),
                               [=](benchmark::State& state) { run(state, text, isa, 0xffffffff); });
  benchmark::RegisterBenchmark((name + "/half").c_str(),
                               [=](benchmark::State& state) { run(state, text, isa, 0x55555555); });
}

}  // namespace
}  // namespace forewarp::emu

int main(int argc, char** argv) {
  using namespace forewarp::emu;
  for (const auto& one : cases) {
    add(one, Isa::baseline, "baseline");
    if (best_isa() >= Isa::x86_64_v3) add(one, Isa::x86_64_v3, "v3");
    if (best_isa() >= Isa::x86_64_v4) add(one, Isa::x86_64_v4, "v4");
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
