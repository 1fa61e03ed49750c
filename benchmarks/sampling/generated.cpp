// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "sampling/generated.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::bench {
namespace {

/// A name to print and the code.
struct Piece {
  const char *name, *code;
};

/// Threads (i) that leave at once. T is the mean number of turns, xs, ys and ds the numbers of elements less 1.
constexpr Piece guards[] = {
    {"all", ""},
    {"below", "if (i >= limit) return;"},
    {"triangle", "if (row * 64 > column) return;"},
    {"some blocks", "if (mixed(block) % 3 == 0) return;"},
    {"few blocks", "if (mixed(block) % 9 != 0) return;"},
    {"flagged blocks", "if (data[block & ds] % 4 == 0) return;"},
    {"flagged threads", "if (data[i & ds] % 5 == 0) return;"},
    {"second half", "if (block * 2 < blocks) return;"},
};
constexpr Piece turns[] = {
    {"constant", "T"},
    {"by data", "data[i & ds] % (2 * T)"},
    {"by block", "1 + block % (2 * T)"},
    {"growing", "1 + (int)((long long)block * 2 * T / blocks)"},
    {"by row", "1 + row % (2 * T)"},
};
constexpr Piece reads[] = {
    {"stream", "i + k * threads"},
    {"stencil", "i + k - 2"},
    {"strided", "i * 3 + k"},
    {"far strided", "i * 40 + k"},
    {"row", "row * 1024 + column + k"},
    {"column", "column * 512 + row + k"},
    {"hashed", "(int)mixed(i * 31 + k)"},
    {"gathered", "data[(i + k * 977) & ds] * 613"},
    {"gathered of a row", "row * 4096 + (data[(i + k * 977) & ds] & 4095)"},
    {"window", "i + (int)(mixed(i + k * 7919) % 20000)"},
    {"favoured", "(int)(mixed(i * 31 + k) & mixed(i * 17 + k * 3) & mixed(i + k * 5))"},
    {"popular", "(int)((mixed(i * 31 + k) & 0xffffff) >> (mixed(i + k) & 15))"},
    {"permuted blocks",
     "(int)((unsigned)block * 40503u % (unsigned)blocks) * (int)blockDim.x + (int)threadIdx.x + k * 8"},
    {"own region", "block * 512 + (int)(mixed(i + k) & 2047)"},
};
constexpr Piece writes[] = {
    {"stored", "y[i & ys] = sum;"},
    {"scattered", "y[mixed(i) & ys] = sum;"},
    {"stored apart", "y[i * 8 & ys] = sum;"},
    {"added", "atomicAdd(&y[mixed(i) & 1023 & ys], sum);"},
};

constexpr const char* head = R"(
__device__ unsigned mixed(unsigned v) {
  v = (v ^ 61u) ^ (v >> 16);
  v *= 9u;
  v ^= v >> 4;
  v *= 0x27d4eb2du;
  return v ^ (v >> 15);
}
)";

constexpr const char* form = R"(
extern "C" __global__ void {}(const float* x, float* y, const int* data, int xs, int ys, int ds, int limit, int T) {{
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  const int width = gridDim.x * blockDim.x, i = row * width + column, threads = width * gridDim.y;
  const int block = blockIdx.y * gridDim.x + blockIdx.x, blocks = gridDim.x * gridDim.y;
  {}
  float sum = 0;
  const int turns = {};
#pragma unroll 1
  for (int k = 0; k < turns; ++k) sum = sum * 0.5f + x[({}) & xs];
  {}
}}
)";

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  std::string text = head;  ///< of the file of all kernels

  kernel::Request next(std::string& name) {
    const std::string entry = fmt::format("kernel_{}", ++number_);
    const Piece &guard = one_of(guards), &turn = one_of(turns), &read = one_of(reads), &write = one_of(writes);
    text += fmt::format(form, entry, guard.code, turn.code, read.code, write.code);
    const bool is_flat = below(2) == 0;
    const std::uint64_t block = 32U << below(4), mean = 2 + below(20);
    const std::uint64_t threads = work / (mean * per_turn + per_thread) * (1 + below(3));
    const std::uint64_t blocks = std::max<std::uint64_t>(64, threads / block);
    const std::uint64_t rows = is_flat ? 1 : 2 + below(62);
    const std::uint64_t columns = std::max<std::uint64_t>(2, blocks / rows);
    const std::uint64_t in = elements(), out = elements(), data = std::uint64_t{1} << 16;
    kernel::Request request;
    request.kernel = entry;
    request.device_capability = 80;
    request.grid = fmt::format("{},{}", columns, rows);
    request.block = std::to_string(block);
    request.arguments = {fmt::format("x=buffer:f32:{}:uniform", in),
                         fmt::format("y=buffer:f32:{}:zero", out),
                         fmt::format("data=buffer:s32:{}:uniform(0,1000000)", data),
                         fmt::format("xs={}", in - 1),
                         fmt::format("ys={}", out - 1),
                         fmt::format("ds={}", data - 1),
                         fmt::format("limit={}", columns * rows * block * (10 + below(90)) / 100),
                         fmt::format("T={}", mean)};
    name = fmt::format("{}, {}, {}, {}; {}x{} of {}, x {}k y {}k", guard.name, turn.name, read.name, write.name,
                       columns, rows, block, in / 1024, out / 1024);
    return request;
  }

 private:
  static constexpr std::uint64_t work = 20'000'000;  ///< thread instructions of a launch, about
  static constexpr std::uint64_t per_turn = 12, per_thread = 40;

  std::uint64_t below(std::uint64_t range) { return scaled_below(random_.next(), range); }
  std::uint64_t elements() { return std::uint64_t{1} << (16 + below(9)); }  ///< 256 KiB to 64 MiB
  template <std::size_t count>
  const Piece& one_of(const Piece (&pieces)[count]) {
    return pieces[below(count)];
  }

  SplitMix random_;
  unsigned number_ = 0;
};

}  // namespace

std::vector<NamedKernel> generated_launches(std::uint64_t seed, unsigned count) {
  Generator generator(seed);
  std::vector<std::pair<std::string, kernel::Request>> requests(count);
  for (auto& [name, request] : requests) request = generator.next(name);
  const TemporaryFolder folder;
  const auto path = folder / "generated.cu";
  std::ofstream(path) << generator.text;
  source::Compiler compiler;
  std::vector<NamedKernel> out;
  for (auto& [name, request] : requests) {
    request.path = path.string();
    out.push_back({name, kernel::load(request, compiler)});
  }
  return out;
}

}  // namespace forewarp::bench
