// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/emulate/lanes/check.hpp"
#include "unit/emulate/lanes/small_float.hpp"

namespace forewarp::emu {
namespace {

using testing::as_double;
using testing::as_float;
using testing::bits_of;
using testing::brain_format;
using testing::check;
using testing::e4m3_format;
using testing::e5m2_format;
using testing::fused_reference;
using testing::half_format;
using testing::one;
using testing::SmallFloat;
using testing::tf32_format;
using u64 = std::uint64_t;

struct Named {
  const char* name;
  const SmallFloat* format;
};
const Named formats[] = {{"f16", &half_format}, {"bf16", &brain_format}};

TEST(LanesHalf, ArithmeticRoundsOnce) {
  for (const Named& named : formats) {
    const SmallFloat& f = *named.format;
    const std::string n = named.name;
    const auto in = [&](u64 bits) { return f.value(bits & 0xffff); };
    check(
        "add." + n + " b16 b16 b16", [&](const u64* v) { return f.encode(in(v[0]) + in(v[1])); }, true);
    check(
        "sub.rn." + n + " b16 b16 b16", [&](const u64* v) { return f.encode(in(v[0]) - in(v[1])); }, true);
    check(
        "mul." + n + " b16 b16 b16", [&](const u64* v) { return f.encode(in(v[0]) * in(v[1])); }, true);
    check(
        "fma.rn." + n + " b16 b16 b16 b16",
        [&](const u64* v) { return f.encode(fused_reference(in(v[0]), in(v[1]), in(v[2]))); }, true, 400);
    check(
        "fma.rn.relu." + n + "x2 b32 b32 b32 b32",
        [&](const u64* v) {
          const auto half = [&](unsigned at) {
            const u64 bits = f.encode(fused_reference(in(v[0] >> at), in(v[1] >> at), in(v[2] >> at)));
            return (bits & 0x8000) != 0 ? 0 : bits;
          };
          return half(0) | half(16) << 16;
        },
        true);
  }
}

TEST(LanesHalf, ModifiersFlushAndSaturate) {
  EXPECT_EQ(one("add.ftz.f16 b16 b16 b16", {0x0001, 0x0001}), 0U);
  EXPECT_EQ(one("add.f16 b16 b16 b16", {0x0001, 0x0001}), 2U);
  EXPECT_EQ(one("mul.sat.f16 b16 b16 b16", {0x4000, 0x4000}), 0x3c00U);
  EXPECT_EQ(one("fma.rn.sat.f16 b16 b16 b16 b16", {0x7e00, 0x4000, 0}), 0U);
  EXPECT_EQ(one("neg.f16x2 b32 b32", {0x3c00bc00}), 0xbc003c00U);
  EXPECT_EQ(one("abs.bf16 b16 b16", {0xbf80}), 0x3f80U);
  EXPECT_EQ(one("min.f16 b16 b16 b16", {0x8000, 0x0000}), 0x8000U);
  EXPECT_EQ(one("max.NaN.bf16 b16 b16 b16", {0x7fc1, 0x3f80}), 0x7fffU);
  EXPECT_EQ(one("max.f16x2 b32 b32 b32", {0x7e003c00, 0x40004000}), 0x40004000U);
  EXPECT_EQ(one("ex2.approx.f16 b16 b16", {0x4200}), 0x4800U);    // 2^3
  EXPECT_EQ(one("tanh.approx.bf16 b16 b16", {0xff80}), 0xbf80U);  // -1 at -infinity
}

constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
constexpr const char* mode_names[] = {"rn", "rz", "rm", "rp"};

TEST(LanesHalf, WiderFloatsAndIntegersAreRoundedInEveryMode) {
  for (const Named& named : formats) {
    const SmallFloat& f = *named.format;
    const std::string n = named.name;
    for (unsigned i = 0; i < 4; ++i) {
      const std::string op = std::string("cvt.") + mode_names[i] + "." + n;
      const int mode = modes[i];
      check(
          op + ".f32 b16 f32", [&, mode](const u64* v) { return f.encode(as_float(v[0]), mode); }, false, 400);
      check(op + ".f64 b16 f64", [&, mode](const u64* v) { return f.encode(as_double(v[0]), mode); });
      check(op + ".s32 b16 s32", [&, mode](const u64* v) { return f.encode(static_cast<std::int32_t>(v[0]), mode); });
      check(op + ".u64 b16 u64", [&, mode](const u64* v) { return f.encode(static_cast<long double>(v[0]), mode); });
    }
    check(
        "cvt.f32." + n + " f32 b16", [&](const u64* v) { return bits_of(static_cast<float>(f.value(v[0] & 0xffff))); },
        true);
    check(
        "cvt.rni." + n + "." + n + " b16 b16",
        [&](const u64* v) { return f.encode(std::nearbyint(f.value(v[0] & 0xffff))); }, true);
  }
  EXPECT_EQ(one("cvt.rzi.s32.f16 s32 b16", {0xc280}), static_cast<std::uint32_t>(-3));  // -3.25
  EXPECT_EQ(one("cvt.rn.relu.f16.f32 b16 f32", {0xbf800000}), 0U);
}

TEST(LanesHalf, TwoSinglesGoIntoOneRegisterFirstAbove) {
  // 1 above, 2 below.
  EXPECT_EQ(one("cvt.rn.f16x2.f32 b32 f32 f32", {0x3f800000, 0x40000000}), 0x3c004000U);
  EXPECT_EQ(one("cvt.rn.bf16x2.f32 b32 f32 f32", {0x3f800000, 0x40000000}), 0x3f804000U);
  EXPECT_EQ(one("cvt.rz.relu.bf16x2.f32 b32 f32 f32", {0x3f80ffff, 0xc0000000}), 0x3f800000U);
  check("cvt.rna.tf32.f32 b32 f32", [](const u64* v) {
    const float x = as_float(v[0]);
    if (std::isnan(x)) return u64{0x7fffffff};
    if (std::isinf(x)) return v[0];
    return (v[0] + 0x1000) & 0xffffe000;  // half a unit away from zero
  });
}

TEST(LanesHalf, BytesOfFloatsSaturateAtTheLargestFinite) {
  for (const auto& [name, format] : {std::pair{"e4m3x2", &e4m3_format}, std::pair{"e5m2x2", &e5m2_format}}) {
    const SmallFloat& f = *format;
    check(std::string("cvt.rn.satfinite.") + name + ".f32 b16 f32 f32", [&](const u64* v) {
      return f.encode(as_float(v[0]), FE_TONEAREST, true) << 8 | f.encode(as_float(v[1]), FE_TONEAREST, true);
    });
    check(std::string("cvt.rn.f16x2.") + name + " b32 b16", [&](const u64* v) {
      return half_format.encode(f.value(v[0] >> 8 & 0xff)) << 16 | half_format.encode(f.value(v[0] & 0xff));
    });
  }
  // 448 is e4m3's largest, 0x7e.
  EXPECT_EQ(one("cvt.rn.satfinite.e4m3x2.f32 b16 f32 f32", {0x43e00000, 0x49742400}), 0x7e7eU);
}

/// Distance in units in the last place of the exact value.
double ulps(float found, double exact) {
  if (std::isnan(exact)) return std::isnan(found) ? 0 : 1e9;
  const auto nearest = static_cast<float>(exact);
  if (nearest == found || std::isinf(nearest)) return nearest == found ? 0 : 1e9;
  const double unit = std::ldexp(1.0, std::max(std::ilogb(exact), -126) - 23);
  return std::fabs(double{found} - exact) / unit;
}

void check_special(const std::string& line, double (*exact)(double), double limit, float most) {
  for (const Isa isa : {Isa::baseline, best_isa()}) {
    testing::Rig rig(line, isa);
    ASSERT_TRUE(rig.selected()) << line;
    std::mt19937_64 random(3);
    std::uniform_real_distribution<float> uniform(-most, most);
    for (unsigned round = 0; round < 2000; ++round) {
      for (unsigned lane = 0; lane < 32; ++lane) {
        const float x = round % 2 == 0 ? uniform(random) : as_float(testing::interesting(random, 's'));
        rig.set(1, lane, std::bit_cast<std::uint32_t>(x));
      }
      rig.run(0xffffffff);
      for (unsigned lane = 0; lane < 32; ++lane) {
        const float x = as_float(rig.get(1, lane)), y = as_float(rig.get(0, lane));
        ASSERT_LE(ulps(y, exact(double{x})), limit) << line << " of " << x << " gave " << y;
      }
    }
  }
}

TEST(LanesHalf, MixedPrecisionRoundsOnceAsF32) {
  // 1.5 + 0.25; 2^-24, the smallest f16, minus 1; 3 * -2 + 1.
  EXPECT_EQ(one("add.f32.f16 f32 b16 f32", {0x3e00, 0x3e800000}), 0x3fe00000U);
  EXPECT_EQ(one("sub.rn.f32.f16 f32 b16 f32", {0x0001, 0x3f800000}), 0xbf7fffffU);
  EXPECT_EQ(one("fma.rn.f32.bf16 f32 b16 b16 f32", {0x4040, 0xc000, 0x3f800000}), 0xc0a00000U);
  // 1 + 2^-25 is 1 to nearest and down, and the next number up; 1 is 0x3f80 as bf16.
  EXPECT_EQ(one("add.rn.f32.bf16 f32 b16 f32", {0x3f80, 0x33000000}), 0x3f800000U);
  EXPECT_EQ(one("add.rm.f32.bf16 f32 b16 f32", {0x3f80, 0x33000000}), 0x3f800000U);
  EXPECT_EQ(one("add.rp.f32.bf16 f32 b16 f32", {0x3f80, 0x33000000}), 0x3f800001U);
  EXPECT_EQ(one("fma.rz.f32.f16 f32 b16 b16 f32", {0x3c00, 0x3c00, 0xb3000000}), 0x3f7fffffU);
  // Saturation: to [0, 1], and no number to 0.
  EXPECT_EQ(one("add.rn.sat.f32.f16 f32 b16 f32", {0x4000, 0x3f800000}), 0x3f800000U);
  EXPECT_EQ(one("sub.rz.sat.f32.bf16 f32 b16 f32", {0x3f80, 0x40000000}), 0U);
  EXPECT_EQ(one("fma.rn.sat.f32.f16 f32 b16 b16 f32", {0x7e00, 0x3c00, 0x3f800000}), 0U);
  EXPECT_EQ(one("add.f32.bf16 f32 b16 f32", {0xffc0, 0x3f800000}), 0x7fffffffU);  // the one NaN
  EXPECT_FALSE(testing::Rig("fma.f32.f16 f32 b16 b16 f32").selected());
  EXPECT_FALSE(testing::Rig("add.ftz.f32.f16 f32 b16 f32").selected());
}

TEST(LanesSpecial, SeriesAreWithinAHalfUnitOfTheFunction) {
  check_special(
      "ex2.approx.f32 f32 f32", [](double x) { return std::exp2(x); }, 0.51, 160);
  check_special(
      "lg2.approx.f32 f32 f32", [](double x) { return std::log2(x); }, 0.51, 10);
  check_special(
      "tanh.approx.f32 f32 f32", [](double x) { return std::tanh(x); }, 0.51, 10);
  check_special(
      "sin.approx.f32 f32 f32", [](double x) { return std::sin(x); }, 0.51, 4000);
  check_special(
      "cos.approx.f32 f32 f32", [](double x) { return std::cos(x); }, 0.51, 4000);
  EXPECT_EQ(one("lg2.approx.f32 f32 f32", {0x80000000}), 0xff800000U);
  EXPECT_EQ(one("sin.approx.f32 f32 f32", {0x80000000}), 0x80000000U);
  EXPECT_EQ(one("ex2.approx.ftz.f32 f32 f32", {0xc2fe0000}), 0U);  // 2^-127
  EXPECT_EQ(one("cos.approx.f32 f32 f32", {0x7f800000}), 0x7fffffffU);
}

}  // namespace
}  // namespace forewarp::emu
