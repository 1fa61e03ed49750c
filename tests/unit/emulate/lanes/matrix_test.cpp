// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// mma against matrices laid out element by element as the figures of the PTX ISA say, one formula a shape.
#include "unit/emulate/lanes/check.hpp"
#include "unit/emulate/lanes/small_float.hpp"

namespace forewarp::emu {
namespace {

using testing::half_format;
using testing::Rig;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

struct Place {
  unsigned row, column;
};

/// Element i of a lane's fragment, as the ISA's text gives it.
using Layout = Place (*)(unsigned lane, unsigned i);

struct Shape {
  std::string name, registers;  ///< of the whole operand list
  unsigned rows, depth;
  unsigned a_elements, b_elements, c_elements;  ///< a lane
  unsigned element_bits, c_bits;
  Layout a, b, c;
};

Place c_layout(unsigned lane, unsigned i) { return {lane / 4 + (i < 2 ? 0 : 8), lane % 4 * 2 + (i & 1)}; }

// m16n8k16, 16-bit elements.
Place a_k16(unsigned lane, unsigned i) {
  return {lane / 4 + ((i < 2 || (i >= 4 && i < 6)) ? 0 : 8), lane % 4 * 2 + (i & 1) + (i >= 4 ? 8 : 0)};
}
Place b_k16(unsigned lane, unsigned i) { return {lane % 4 * 2 + (i & 1) + (i >= 2 ? 8 : 0), lane / 4}; }
// m16n8k8, 16-bit elements.
Place a_k8(unsigned lane, unsigned i) { return {lane / 4 + (i < 2 ? 0 : 8), lane % 4 * 2 + (i & 1)}; }
Place b_k8(unsigned lane, unsigned i) { return {lane % 4 * 2 + i, lane / 4}; }
// m16n8k8, tf32.
Place a_tf32(unsigned lane, unsigned i) { return {lane / 4 + (i % 2 == 0 ? 0 : 8), lane % 4 + (i < 2 ? 0 : 4)}; }
Place b_tf32(unsigned lane, unsigned i) { return {lane % 4 + (i == 0 ? 0 : 4), lane / 4}; }
// m16n8k32, bytes.
Place a_bytes(unsigned lane, unsigned i) {
  return {lane / 4 + ((i < 4 || (i >= 8 && i < 12)) ? 0 : 8), lane % 4 * 4 + (i & 3) + (i >= 8 ? 16 : 0)};
}
Place b_bytes(unsigned lane, unsigned i) { return {lane % 4 * 4 + (i & 3) + (i >= 4 ? 16 : 0), lane / 4}; }
// m8n8k4, f64.
Place a_f64(unsigned lane, unsigned) { return {lane / 4, lane % 4}; }
Place b_f64(unsigned lane, unsigned) { return {lane % 4, lane / 4}; }

/// Small integers in the encoding of the element, so that every sum is exact.
u64 encoded(const std::string& kind, int value) {
  if (kind == "f16") return half_format.encode(value);
  if (kind == "bf16") return std::bit_cast<u32>(static_cast<float>(value)) >> 16;
  if (kind == "f32") return std::bit_cast<u32>(static_cast<float>(value));
  if (kind == "f64") return std::bit_cast<u64>(static_cast<double>(value));
  return static_cast<u64>(value);
}
u64 masked(u64 x, unsigned bits) { return bits == 64 ? x : x & ((u64{1} << bits) - 1); }

void check_mma(const Shape& s, const std::string& element, const std::string& sum) {
  for (const Isa isa : {Isa::baseline, best_isa()}) {
    Rig rig(s.name + " " + s.registers, isa);
    ASSERT_TRUE(rig.selected()) << s.name;
    std::mt19937_64 random(5);
    int a[16][32] = {}, b[32][8] = {}, c[16][8] = {};
    const auto small = [&] { return static_cast<int>(random() % 13) - 6; };
    for (auto& row : a)
      for (int& x : row) x = small();
    for (auto& row : b)
      for (int& x : row) x = small();
    for (auto& row : c)
      for (int& x : row) x = small();
    const unsigned word = element == "f64" ? 64 : 32, per_word = word / s.element_bits, per_c = word / s.c_bits;
    const unsigned c_words = s.c_elements / per_c, a_words = s.a_elements / per_word, b_words = s.b_elements / per_word;
    const auto put = [&](unsigned operand, unsigned lane, unsigned i, unsigned bits, u64 value) {
      const unsigned per = word / bits, shift = i % per * bits;
      const u64 old = rig.get(operand + i / per, lane);
      rig.set(operand + i / per, lane, (old & ~(masked(~u64{0}, bits) << shift)) | masked(value, bits) << shift);
    };
    for (unsigned lane = 0; lane < 32; ++lane) {
      for (unsigned i = 0; i < s.a_elements; ++i) {
        const Place at = s.a(lane, i);
        put(c_words, lane, i, s.element_bits, encoded(element, a[at.row][at.column]));
      }
      for (unsigned i = 0; i < s.b_elements; ++i) {
        const Place at = s.b(lane, i);
        put(c_words + a_words, lane, i, s.element_bits, encoded(element, b[at.row][at.column]));
      }
      for (unsigned i = 0; i < s.c_elements; ++i) {
        const Place at = s.c(lane, i);
        put(c_words + a_words + b_words, lane, i, s.c_bits, encoded(sum, c[at.row][at.column]));
      }
    }

    rig.run(0xffffffff);

    for (unsigned lane = 0; lane < 32; ++lane) {
      for (unsigned i = 0; i < s.c_elements; ++i) {
        const Place at = s.c(lane, i);
        int expected = c[at.row][at.column];
        for (unsigned k = 0; k < s.depth; ++k) expected += a[at.row][k] * b[k][at.column];
        const u64 found = masked(rig.get(i / per_c, lane) >> (i % per_c * s.c_bits), s.c_bits);
        ASSERT_EQ(found, masked(encoded(sum, expected), s.c_bits))
            << s.name << " row " << at.row << " column " << at.column;
      }
    }
  }
}

std::string registers(const std::string& c, unsigned c_count, const std::string& a, unsigned a_count,
                      unsigned b_count) {
  const auto group = [](const std::string& type, unsigned count) {
    std::string text = "( ";
    for (unsigned i = 0; i < count; ++i) text += type + " ";
    return text + ") ";
  };
  return group(c, c_count) + group(a, a_count) + group(a, b_count) + group(c, c_count);
}

TEST(LanesMatrix, FragmentsLieAsThePtxFiguresSay) {
  const std::string mma = "mma.sync.aligned.";
  check_mma({mma + "m16n8k16.row.col.f32.f16.f16.f32", registers("f32", 4, "b32", 4, 2), 16, 16, 8, 4, 4, 16, 32, a_k16,
             b_k16, c_layout},
            "f16", "f32");
  check_mma({mma + "m16n8k16.row.col.f32.bf16.bf16.f32", registers("f32", 4, "b32", 4, 2), 16, 16, 8, 4, 4, 16, 32,
             a_k16, b_k16, c_layout},
            "bf16", "f32");
  check_mma({mma + "m16n8k16.row.col.f16.f16.f16.f16", registers("b32", 2, "b32", 4, 2), 16, 16, 8, 4, 4, 16, 16, a_k16,
             b_k16, c_layout},
            "f16", "f16");
  check_mma({mma + "m16n8k8.row.col.f32.f16.f16.f32", registers("f32", 4, "b32", 2, 1), 16, 8, 4, 2, 4, 16, 32, a_k8,
             b_k8, c_layout},
            "f16", "f32");
  check_mma({mma + "m16n8k8.row.col.f32.tf32.tf32.f32", registers("f32", 4, "b32", 4, 2), 16, 8, 4, 2, 4, 32, 32,
             a_tf32, b_tf32, c_layout},
            "f32", "f32");
  check_mma({mma + "m16n8k32.row.col.s32.s8.s8.s32", registers("s32", 4, "b32", 4, 2), 16, 32, 16, 8, 4, 8, 32, a_bytes,
             b_bytes, c_layout},
            "s8", "s32");
  check_mma({mma + "m8n8k4.row.col.f64.f64.f64.f64", registers("f64", 2, "f64", 1, 1), 8, 4, 1, 1, 2, 64, 64, a_f64,
             b_f64, c_layout},
            "f64", "f64");
}

TEST(LanesMatrix, IntegersSaturateOnlyWhenAsked) {
  for (const bool sat : {false, true}) {
    Rig rig("mma.sync.aligned.m16n8k16.row.col" + std::string(sat ? ".satfinite" : "") + ".s32.u8.u8.s32 " +
            registers("s32", 4, "b32", 2, 1));
    ASSERT_TRUE(rig.selected());
    for (unsigned operand = 4; operand < 7; ++operand) rig.fill(operand, 0x01010101);
    for (unsigned operand = 7; operand < 11; ++operand) rig.fill(operand, 0x7ffffff8);
    rig.run(0xffffffff);
    // 0x7ffffff8 + 16
    EXPECT_EQ(rig.get(0, 0), sat ? 0x7fffffffU : 0x80000008U);
  }
}

TEST(LanesMatrix, TheSumOfProductsIsRoundedOnce) {
  // Sixteen products 2^-12 * 2^-12 (0x0c00 is 2^-12) and C = 1: adding each 2^-24 to 1 in f32 would lose every one.
  Rig rig("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 " + registers("f32", 4, "b32", 4, 2));
  for (unsigned operand = 4; operand < 8; ++operand) rig.fill(operand, 0x0c000c00);
  for (unsigned operand = 8; operand < 10; ++operand) rig.fill(operand, 0x0c000c00);
  for (unsigned operand = 10; operand < 14; ++operand) rig.fill(operand, 0x3f800000);
  rig.run(0xffffffff);

  // 16 * 2^-24 = 2^-20 = 8 units of 2^-23 above 1.
  EXPECT_EQ(rig.get(0, 0), 0x3f800008U);
}

}  // namespace
}  // namespace forewarp::emu
