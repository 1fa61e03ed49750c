// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "sampling/adversarial.hpp"

#include <fmt/format.h>

#include "forewarp/frontend/source/compiler.hpp"

namespace forewarp::bench {
namespace {

struct Case {
  const char* kernel;
  const char* grid;
  unsigned block;
  int busy, turns;
  const char* data = nullptr;  ///< fill of the third argument, where the kernel has one
};

constexpr Case cases[] = {
    {"first_blocks", "40000", 128, 16, 300},
    {"first_blocks", "9000", 256, 700, 200},
    {"first_blocks", "100000", 64, 256, 100},
    {"last_blocks", "40000", 128, 16, 300},
    {"last_blocks", "12000", 256, 500, 200},
    {"last_blocks", "20000", 64, 1, 3000},
    {"one_block", "30000", 128, 777, 3000},
    {"one_block", "50000", 64, 49998, 3000},
    {"from_the_middle", "8000", 128, 3000, 60},
    {"from_the_middle", "8000", 128, 7900, 400},
    {"from_the_middle", "20000", 64, 20, 20},
    {"corner", "300,300", 64, 9, 400},
    {"corner", "200,100", 128, 40, 100},
    {"corner", "500,60", 64, 2, 4000},
    {"boundary", "40,400", 128, 60, 100},
    {"boundary", "300,300", 32, 100, 60},
    {"boundary", "64,640", 64, 20, 200},
    {"triangle", "150,150", 64, 0, 40},
    {"triangle", "60,600", 64, 0, 60},
    {"triangle", "700,40", 128, 0, 20},
    {"triangle_of_threads", "60,200", 64, 0, 60},
    {"triangle_of_threads", "20,300", 256, 0, 60},
    {"growing", "3000", 64, 10, 1},
    {"growing", "1500", 128, 30, 1},
    {"growing", "9000", 32, 40, 1},
    {"one_row", "40,300", 64, 200, 400},
    {"one_row", "300,40", 64, 0, 100},
    {"one_plane", "40,10,20", 128, 13, 100},
    {"one_plane", "6,6,300", 64, 299, 400},
    {"every_so_many", "20000", 64, 3, 60},
    {"every_so_many", "20000", 64, 100, 200},
    {"every_so_many", "20000", 128, 1000, 1000},
    {"heavy_tail", "6000", 64, 1, 20},
    {"heavy_tail", "3000", 128, 2, 20},
    {"heavy_tail", "20000", 32, 3, 10},
    {"heavy_tail", "4000", 64, 4, 50},
    {"uniform_turns", "6000", 64, 1, 100},
    {"uniform_turns", "2000", 128, 2, 200},
    {"flagged", "20000", 64, 500, 60, "uniform(0,1000)"},
    {"flagged", "20000", 64, 50, 200, "uniform(0,1000)"},
    {"flagged", "20000", 64, 3, 3000, "uniform(0,1000)"},
    {"counted", "2000", 128, 0, 60, "uniform(0,1000)"},
    {"counted", "6000", 64, 0, 40, "uniform(500,1500)"},
    {"gathered", "4000", 256, 1, 4, "uniform(0,1000000)"},
    {"gathered", "8000", 128, 77777, 8, "uniform(0,1000000)"},
    {"gathered", "2000", 256, 999983, 16, "uniform(0,1000000)"},
    {"searched", "4000", 256, 0, 0, "zero"},
    {"searched", "16000", 64, 0, 0, "zero"},
    {"picture", "8000", 128, 1000, 20},
    {"picture", "8000", 128, 100, 20},
    {"picture", "2000", 256, 777, 40},
};

}  // namespace

std::vector<NamedKernel> adversarial_launches() {
  source::Compiler compiler;
  std::vector<NamedKernel> out;
  for (const Case& c : cases) {
    kernel::Request request;
    request.path = FOREWARP_BENCH_SOURCE_DIR "/benchmarks/sampling/adversarial.cu";
    request.kernel = c.kernel;
    request.device_capability = 80;
    request.grid = c.grid;
    request.block = std::to_string(c.block);
    request.arguments = {"x=buffer:f32:1048576:uniform", "y=buffer:f32:1048576:zero"};
    if (c.data != nullptr) request.arguments.push_back(fmt::format("data=buffer:s32:1048576:{}", c.data));
    request.arguments.emplace_back("n=1048576");
    request.arguments.push_back(fmt::format("busy={}", c.busy));
    request.arguments.push_back(fmt::format("turns={}", c.turns));
    out.push_back({fmt::format("{} {} x {}, {}, {}", c.kernel, c.grid, c.block, c.busy, c.turns),
                   kernel::load(request, compiler)});
  }
  return out;
}

}  // namespace forewarp::bench
