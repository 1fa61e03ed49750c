// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// wgmma: products as Triton compiles them (wgmma/make.py), against sums in the open.
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

#include "forewarp/emulate/machine/matrix_descriptor.hpp"
#include "forewarp/support/half.hpp"
#include "kernel.hpp"
#include "source_dir.hpp"

namespace forewarp::emu::test {
namespace {

struct Case {
  const char *name, *element;
  unsigned n, block_k, shared;
  bool a_along_k, b_along_k;
  double factor = 1;
  const char* sum = "f32";
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

/// A small number that the element holds exactly, its bytes appended.
double draw(const std::string& element, std::mt19937& random, std::vector<std::uint8_t>& bytes) {
  const auto put = [&](const auto& bits) {
    const auto* at = reinterpret_cast<const std::uint8_t*>(&bits);
    bytes.insert(bytes.end(), at, at + sizeof bits);
  };
  const int step = static_cast<int>(random() % 17) - 8;
  const float value = static_cast<float>(step) * 0.25F;
  if (element == "s8") return put(static_cast<std::int8_t>(step * 15)), step * 15;
  if (element == "f32") return put(value), static_cast<double>(value);
  if (element == "bf16") return put(float_to_bf16(value)), static_cast<double>(value);
  if (element == "f16") return put(float_to_f16(value)), static_cast<double>(value);
  // sign, exponent, fraction: 1.f x 2^(exponent - bias), and subnormals 0.f x 2^(1 - bias)
  const auto below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
  const unsigned digits = element == "e4m3" ? 3 : 2, sign = below(2), fraction = below(1U << digits);
  const int bias = element == "e4m3" ? 7 : 15;
  const unsigned exponent = below(8) == 0 ? 0 : static_cast<unsigned>(bias) - 2 + below(4);
  put(static_cast<std::uint8_t>(sign << 7U | exponent << digits | fraction));
  const double one = exponent == 0 ? 0 : 1;
  const int power = std::max(1, static_cast<int>(exponent)) - bias;
  return (sign != 0 ? -1 : 1) * std::ldexp(one + fraction / double(1U << digits), power);
}

/// rows x columns, kept by rows or by columns.
struct Operand {
  std::vector<double> values;
  std::vector<std::uint8_t> bytes;

  Operand(const std::string& element, unsigned rows, unsigned columns, bool by_rows, std::mt19937& random)
      : values(std::size_t{rows} * columns) {
    for (unsigned outer = 0; outer < (by_rows ? rows : columns); ++outer)
      for (unsigned inner = 0; inner < (by_rows ? columns : rows); ++inner)
        values[by_rows ? outer * columns + inner : inner * columns + outer] = draw(element, random, bytes);
  }
};

std::string text_of(const std::string& name) {
  std::ifstream file(std::string(forewarp::test::source_dir()) + "/tests/unit/emulate/machine/wgmma/" + name + ".ptx");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class Wgmma : public ::testing::TestWithParam<Case> {};

TEST_P(Wgmma, ComputesTheProductWhateverTheLayout) {
  const Case& c = GetParam();
  constexpr unsigned m = 64;
  const unsigned n = c.n, depth = 3 * c.block_k;
  std::mt19937 random(11);
  const Operand a(c.element, m, depth, c.a_along_k, random), b(c.element, depth, n, !c.b_along_k, random);
  const ptx::Module module = ptx::parse(text_of(c.name), c.name);
  Machine machine(module, "product", {});
  std::vector<std::vector<std::byte>> arguments;
  const auto pass = [&](const auto& value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    arguments.emplace_back(bytes.begin(), bytes.end());
  };
  const auto buffer = [&](const std::vector<std::uint8_t>& bytes) {
    const std::uint64_t address = machine.memory().allocate(bytes.size(), "buffer");
    machine.memory().write(address, std::as_bytes(std::span(bytes)));
    pass(address);
    return address;
  };
  const std::size_t sum_bytes = std::string(c.sum) == "f16" ? 2 : 4;
  buffer(a.bytes);
  buffer(b.bytes);
  const std::uint64_t out = buffer(std::vector<std::uint8_t>(m * n * sum_bytes));
  pass(depth);
  pass(c.a_along_k ? depth : m);  // the stride that is not 1
  pass(c.b_along_k ? depth : n);
  pass(n);
  pass(std::uint64_t{0});  // Triton's scratch, not used
  pass(std::uint64_t{0});
  launch::Launch launch;
  launch.entry = "product";
  launch.grid = {1, 1, 1};
  launch.block = {128, 1, 1};
  launch.dynamic_shared_bytes = c.shared;

  machine.run(launch, arguments, {}, nullptr);

  std::vector<std::uint8_t> result(m * n * sum_bytes);
  machine.memory().read(out, std::as_writable_bytes(std::span(result)));
  for (unsigned row = 0; row < m; ++row)
    for (unsigned column = 0; column < n; ++column) {
      double expected = 0;
      for (unsigned k = 0; k < depth; ++k) expected += c.factor * a.values[row * depth + k] * b.values[k * n + column];
      std::uint32_t bits = 0;
      std::memcpy(&bits, &result[(row * n + column) * sum_bytes], sum_bytes);
      double got = static_cast<double>(std::bit_cast<float>(bits));
      if (std::string(c.sum) == "s32") got = static_cast<std::int32_t>(bits);
      if (sum_bytes == 2) got = static_cast<double>(f16_to_float(static_cast<std::uint16_t>(bits)));
      // In half they round at each of three steps; else sums are exact in single precision but for 8-bit subnormals.
      const bool small = c.element[0] == 'e';
      ASSERT_NEAR(got, expected, sum_bytes == 2 ? 0.3 : small ? 1e-4 : 0) << row << ", " << column;
    }
}

INSTANTIATE_TEST_SUITE_P(Triton, Wgmma,
                         ::testing::Values(Case{"half_along_32", "f16", 64, 16, 16384, true, true},
                                           Case{"half_across_128", "f16", 64, 64, 32768, false, false},
                                           Case{"brain_mixed_64", "bf16", 128, 32, 32768, false, true},
                                           Case{"half_registers", "f16", 64, 64, 24576, true, false, 0.5},
                                           Case{"half_sum_f16", "f16", 32, 32, 12288, true, false, 1, "f16"},
                                           Case{"tensor32", "f32", 32, 32, 24576, true, true},
                                           Case{"bytes", "s8", 64, 32, 16384, true, true, 1, "s32"},
                                           Case{"e4m3", "e4m3", 64, 64, 16384, true, true},
                                           Case{"e5m2", "e5m2", 64, 32, 16384, true, true}),
                         [](const auto& c) { return std::string(c.param.name); });

/// Four warps multiply together: none goes on before all have read their operands, which may be overwritten then.
TEST(WgmmaWait, TheWarpsOfAGroupWaitForEachOther) {
  const std::vector<std::uint32_t> seen = run_body(R"(
    shr.u32 %r1, %t, 5;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 ld.shared.u32 %r2, [word];
    @!%p1 mov.u32 %r2, 7;
    wgmma.wait_group.sync.aligned 0;
    @!%p1 st.shared.u32 [word], 1;
    wgmma.wait_group.sync.aligned 0;
    ld.shared.u32 %r3, [word];
    mad.lo.u32 %r2, %r2, 10, %r3;
    st.global.u32 [%slot], %r2;)",
                                                   128, ".shared .align 4 .b32 word;\n");

  for (unsigned t = 0; t < 128; ++t) EXPECT_EQ(seen[t], t < 32 ? 71U : 1U) << t;
}

TEST(MatrixDescriptor, SaysWhereRowsAndChunksLie) {
  // Start 0x400, leading offset 256, stride 512.
  const std::uint64_t bits = 0x40 | std::uint64_t{16} << 16 | std::uint64_t{32} << 32;
  const MatrixDescriptor plain = MatrixDescriptor::of(bits), wide = MatrixDescriptor::of(bits | std::uint64_t{1} << 62);

  // No swizzle: eight rows of 16 bytes one after the other, the next 16 bytes of k a leading offset on.
  EXPECT_EQ(plain.along_k(3, 0), 0x400 + 3 * 16U);
  EXPECT_EQ(plain.along_k(3, 1), 0x400 + 3 * 16U + 256);
  EXPECT_EQ(plain.along_k(9, 0), 0x400 + 16U + 512);
  EXPECT_EQ(plain.across_k(9, 2), 0x400 + 16U + 256 + 2 * 512);
  // 128 bytes: row 3 begins at 0x580, whose bits 7-9 are 3, and so its chunk 1 is where chunk 1 ^ 3 = 2 would be.
  EXPECT_EQ(wide.along_k(3, 1), 0x400 + 3 * 128U + 2 * 16);
  EXPECT_EQ(wide.along_k(8, 0), 0x400 + 512U + (0x600 >> 7 & 7) * 16);
  EXPECT_EQ(wide.across_k(3, 8 + 1), 0x400 + 3 * 128U + 256 + ((0x680 >> 7 & 7) ^ 1) * 16);
}

constexpr const char* one_product = R"(.extern .shared .align 1024 .b8 s[];
.visible .entry k(.param .u64 high) {
  .reg .pred %p<2>; .reg .b32 %r<5>; .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [high];
  setp.ne.b32 %p1, 0, 0;
  wgmma.fence.sync.aligned;
  wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r1, %r2, %r3, %r4}, %rd1, %rd1, %p1, 1, 1, 0, 0;
  wgmma.commit_group.sync.aligned;
  wgmma.wait_group.sync.aligned 0;
  ret;
})";

TEST(Wgmma, WhatCannotRunIsSaidSo) {
  const auto fault = [](std::uint64_t descriptor, unsigned threads, std::uint64_t shared) {
    Kernel k(one_product);
    k.scalar(descriptor);
    return k.block({threads, 1, 1}).dynamic_shared(shared).fault();
  };
  const std::uint64_t tiles = std::uint64_t{8} << 16 | std::uint64_t{16} << 32;
  Kernel whole(one_product);
  whole.scalar(tiles);
  whole.block({128, 1, 1}).dynamic_shared(4096).run();

  EXPECT_NE(fault(tiles, 96, 4096).find("warpgroup that has fewer than four warps"), std::string::npos);
  EXPECT_NE(fault(tiles, 112, 4096).find("warp that is not whole"), std::string::npos);
  EXPECT_NE(fault(tiles, 128, 1024).find("out of bounds, there are 1024 bytes"), std::string::npos);
  EXPECT_NE(fault(tiles | std::uint64_t{1} << 49, 128, 4096).find("base offset"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::emu::test
