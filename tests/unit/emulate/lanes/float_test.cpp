// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cfenv>
#include <cmath>

#include "unit/emulate/lanes/check.hpp"

namespace forewarp::emu {
namespace {

using testing::as_double;
using testing::as_float;
using testing::bits_of;
using testing::check;
using testing::one;
using u64 = std::uint64_t;

float flush(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x; }
float sat(float x) { return x > 1 ? 1.0F : x > 0 ? x : 0.0F; }

/// Does op under a rounding mode; volatile keeps the compiler from moving it.
template <class T, class Op>
T under(int mode, Op op, T a, T b, T c) {
  volatile T x = a, y = b, z = c;
  std::fesetround(mode);
  volatile T result = op(x, y, z);
  std::fesetround(FE_TONEAREST);
  return result;
}

struct Mode {
  const char* name;
  int mode;
};
constexpr Mode modes[] = {{".rn", FE_TONEAREST}, {".rz", FE_TOWARDZERO}, {".rm", FE_DOWNWARD}, {".rp", FE_UPWARD}};

template <class Op>
void check_single(const std::string& name, int operands, Op op) {
  std::string types;
  for (int i = 0; i <= operands; ++i) types += " f32";
  for (const Mode& m : modes) {
    const auto value = [=](const u64* v, bool ftz) {
      const auto in = [&](int i) { return ftz ? flush(as_float(v[i])) : as_float(v[i]); };
      const float result = under(m.mode, op, in(0), in(1), in(2));
      return ftz ? flush(result) : result;
    };
    check(name + m.name + ".f32" + types, [=](const u64* v) { return bits_of(value(v, false)); });
    check(name + m.name + ".ftz.f32" + types, [=](const u64* v) { return bits_of(value(v, true)); });
    if (name == "div" || name == "rcp" || name == "sqrt") continue;
    check(name + m.name + ".sat.f32" + types, [=](const u64* v) { return bits_of(sat(value(v, false))); });
    check(name + m.name + ".ftz.sat.f32" + types, [=](const u64* v) { return bits_of(sat(value(v, true))); });
  }
}

template <class Op>
void check_double(const std::string& name, int operands, Op op) {
  std::string types;
  for (int i = 0; i <= operands; ++i) types += " f64";
  for (const Mode& m : modes) {
    check(name + m.name + ".f64" + types,
          [=](const u64* v) { return bits_of(under(m.mode, op, as_double(v[0]), as_double(v[1]), as_double(v[2]))); });
  }
}

TEST(LanesFloat, SingleArithmeticIsExactInEveryRoundingMode) {
  check_single("add", 2, [](float a, float b, float) { return a + b; });
  check_single("sub", 2, [](float a, float b, float) { return a - b; });
  check_single("mul", 2, [](float a, float b, float) { return a * b; });
  check_single("div", 2, [](float a, float b, float) { return a / b; });
  check_single("rcp", 1, [](float a, float, float) { return 1.0F / a; });
  check_single("sqrt", 1, [](float a, float, float) { return std::sqrt(a); });
  check_single("fma", 3, [](float a, float b, float c) { return std::fma(a, b, c); });
  check_single("mad", 3, [](float a, float b, float c) { return std::fma(a, b, c); });
}

TEST(LanesFloat, DoubleArithmeticIsExactInEveryRoundingMode) {
  check_double("add", 2, [](double a, double b, double) { return a + b; });
  check_double("sub", 2, [](double a, double b, double) { return a - b; });
  check_double("mul", 2, [](double a, double b, double) { return a * b; });
  check_double("div", 2, [](double a, double b, double) { return a / b; });
  check_double("rcp", 1, [](double a, double, double) { return 1.0 / a; });
  check_double("sqrt", 1, [](double a, double, double) { return std::sqrt(a); });
  check_double("fma", 3, [](double a, double b, double c) { return std::fma(a, b, c); });
}

TEST(LanesFloat, FusedMultiplyAddRoundsOnceWhereRoundingTwiceWouldDiffer) {
  // (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24: the last term is half a unit, and 2^-80 decides.
  EXPECT_EQ(one("fma.rn.f32 f32 f32 f32 f32", {0x3f800800, 0x3f800800, 0x17800000}), 0x3f801001U);
  EXPECT_EQ(one("fma.rn.f32 f32 f32 f32 f32", {0x3f800800, 0x3f800800, 0x97800000}), 0x3f801000U);
}

TEST(LanesFloat, TheModeIsPutBackAfterDirectedRounding) {
  one("add.rz.f32 f32 f32 f32", {0x3f800000, 0x33000000});

  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  volatile float a = 1.0F, b = 0x1.8p-24F;
  EXPECT_EQ(a + b, 1.0F + 0x1p-23F);
}

TEST(LanesFloat, NotANumberHasOneBitPattern) {
  EXPECT_EQ(one("add.f32 f32 f32 f32", {0x7f800000, 0xff800000}), 0x7fffffffU);
  EXPECT_EQ(one("mul.rn.f32 f32 f32 f32", {0xffc12345, 0x3f800000}), 0x7fffffffU);
  EXPECT_EQ(one("add.f64 f64 f64 f64", {0x7ff0000000000000, 0xfff0000000000000}), 0xfff8000000000000U);
}

TEST(LanesFloat, MinimaTreatZerosAndNaNsAsPtxSays) {
  const std::string f = " f32 f32 f32";
  EXPECT_EQ(one("min.f32" + f, {0, 0x80000000}), 0x80000000U);
  EXPECT_EQ(one("max.f32" + f, {0x80000000, 0}), 0U);
  EXPECT_EQ(one("max.f32" + f, {0x7fc00000, 0xbf800000}), 0xbf800000U);
  EXPECT_EQ(one("min.f32" + f, {0x40000000, 0x7fc00000}), 0x40000000U);
  EXPECT_EQ(one("min.f32" + f, {0xffc00000, 0x7fc00001}), 0x7fffffffU);
  EXPECT_EQ(one("min.NaN.f32" + f, {0x40000000, 0x7fc00000}), 0x7fffffffU);
  EXPECT_EQ(one("max.ftz.f32" + f, {0x00000001, 0x80000000}), 0U);
  // |-2| and |1|: the smaller is 1; signs - and +: -1.
  EXPECT_EQ(one("min.xorsign.abs.f32" + f, {0xc0000000, 0x3f800000}), 0xbf800000U);
  EXPECT_EQ(one("max.xorsign.abs.f32" + f, {0xc0000000, 0xbf800000}), 0x40000000U);
  EXPECT_EQ(one("max.f32 f32 f32 f32 f32", {0x3f800000, 0x40400000, 0x40000000}), 0x40400000U);
  EXPECT_EQ(one("min.f64 f64 f64 f64", {0x7ff8000000000000, 0x3ff0000000000000}), 0x3ff0000000000000U);
}

TEST(LanesFloat, SignsAreBits) {
  check("neg.f32 f32 f32", [](const u64* v) { return v[0] ^ 0x80000000U; });
  check("abs.f64 f64 f64", [](const u64* v) { return v[0] & ~(u64{1} << 63); });
  check("copysign.f32 f32 f32 f32", [](const u64* v) { return (v[0] & 0x80000000U) | (v[1] & 0x7fffffffU); });
  EXPECT_EQ(one("neg.ftz.f32 f32 f32", {1}), 0x80000000U);
}

TEST(LanesFloat, ApproximateFormsAreRoundedQuotients) {
  check("rcp.approx.ftz.f32 f32 f32", [](const u64* v) { return bits_of(flush(1.0F / flush(as_float(v[0])))); });
  check("div.full.f32 f32 f32 f32", [](const u64* v) { return bits_of(as_float(v[0]) / as_float(v[1])); });
  check("rsqrt.approx.f32 f32 f32",
        [](const u64* v) { return bits_of(static_cast<float>(1.0 / std::sqrt(double{as_float(v[0])}))); });
  // Above 2^126 the reciprocal is flushed.
  EXPECT_EQ(one("div.approx.f32 f32 f32 f32", {0x7f000000, 0x7f000000}), 0U);
  EXPECT_EQ(one("div.approx.f32 f32 f32 f32", {0x7f800000, 0x7f000000}), 0x7fffffffU);
  EXPECT_EQ(one("div.approx.f32 f32 f32 f32", {0x3f800000, 0x40000000}), 0x3f000000U);
  // The gross reciprocal keeps the upper word: 1/3 = 0x3fd5555555555555.
  EXPECT_EQ(one("rcp.approx.ftz.f64 f64 f64", {0x4008000000000000}), 0x3fd5555500000000U);
}

TEST(LanesFloat, PairsOfSinglesDoBothHalves) {
  // {1, 2} + {3, 4}
  EXPECT_EQ(one("add.rn.f32x2 b64 b64 b64", {0x400000003f800000, 0x4080000040400000}), 0x40c0000040800000U);
  EXPECT_EQ(one("fma.rn.f32x2 b64 b64 b64 b64", {0x400000003f800000, 0x4080000040400000, 0x3f800000}),
            0x4100000040800000U);
}

}  // namespace
}  // namespace forewarp::emu
