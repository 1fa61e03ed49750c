// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
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
__extension__ using i128 = __int128;

struct IntegerType {
  bool is_signed;
  unsigned bits;
  [[nodiscard]] std::string name() const { return (is_signed ? "s" : "u") + std::to_string(bits); }
  [[nodiscard]] i128 lowest() const { return is_signed ? -(i128{1} << (bits - 1)) : i128{0}; }
  [[nodiscard]] i128 highest() const { return (i128{1} << (bits - (is_signed ? 1 : 0))) - 1; }
  [[nodiscard]] i128 value(u64 x) const {
    const u64 up = x << (64 - bits);
    return is_signed ? i128{static_cast<std::int64_t>(up) >> (64 - bits)} : i128{up >> (64 - bits)};
  }
};
constexpr IntegerType integers[] = {{false, 8},  {true, 8},  {false, 16}, {true, 16},
                                    {false, 32}, {true, 32}, {false, 64}, {true, 64}};
u64 zext(u64 x, unsigned bits) { return x << (64 - bits) >> (64 - bits); }

TEST(LanesConvert, IntegersAreCutExtendedAndSaturated) {
  for (const IntegerType& to : integers) {
    for (const IntegerType& from : integers) {
      for (const unsigned to_register : {16U, 32U, 64U}) {
        for (const unsigned from_register : {16U, 32U, 64U}) {
          if (to_register < to.bits || from_register < from.bits) continue;
          const std::string types = "." + to.name() + "." + from.name() + " b" + std::to_string(to_register) + " b" +
                                    std::to_string(from_register);
          check(
              "cvt" + types, [=](const u64* v) { return zext(u64(to.value(u64(from.value(v[0])))), to_register); },
              false, 8);
          check(
              "cvt.sat" + types,
              [=](const u64* v) {
                return zext(u64(std::clamp(from.value(v[0]), to.lowest(), to.highest())), to_register);
              },
              false, 8);
        }
      }
    }
  }
}

constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
constexpr const char* mode_names[] = {"rn", "rz", "rm", "rp"};

template <class F>
F rounded_from(i128 value, int mode) {
  // long double holds every 64-bit integer exactly.
  volatile long double exact = static_cast<long double>(value);
  std::fesetround(mode);
  volatile F result = static_cast<F>(exact);
  std::fesetround(FE_TONEAREST);
  return result;
}

TEST(LanesConvert, IntegersBecomeFloatsInEveryRoundingMode) {
  for (const IntegerType& from : integers) {
    const std::string source = " b" + std::to_string(std::max(from.bits, 16U));
    for (unsigned i = 0; i < 4; ++i) {
      const std::string op = std::string("cvt.") + mode_names[i];
      check(op + ".f32." + from.name() + " f32" + source,
            [=](const u64* v) { return bits_of(rounded_from<float>(from.value(v[0]), modes[i])); });
      check(op + ".f64." + from.name() + " f64" + source,
            [=](const u64* v) { return bits_of(rounded_from<double>(from.value(v[0]), modes[i])); });
    }
  }
}

/// PTX: the nearest value of the type; not a number gives 0, or the highest bit from f64 and to 64 bits.
template <class F>
u64 to_integer(F x, const IntegerType& to, int mode) {
  if (std::isnan(x)) return sizeof(F) == 8 || to.bits == 64 ? u64{1} << (to.bits - 1) : 0;
  std::fesetround(mode);
  volatile F input = x;
  const F whole = std::nearbyint(input);
  std::fesetround(FE_TONEAREST);
  if (whole >= std::ldexp(F{1}, 70)) return u64(to.highest());
  if (whole <= -std::ldexp(F{1}, 70)) return u64(to.lowest());
  return u64(std::clamp(static_cast<i128>(whole), to.lowest(), to.highest()));
}

TEST(LanesConvert, FloatsBecomeIntegersInEveryRoundingMode) {
  for (const IntegerType& to : integers) {
    const unsigned width = std::max(to.bits, 16U);
    for (unsigned i = 0; i < 4; ++i) {
      const std::string op = std::string("cvt.") + mode_names[i] + "i." + to.name();
      const auto fits = [=](u64 x) { return zext(to.is_signed ? u64(to.value(x)) : x, width); };
      check(op + ".f32 b" + std::to_string(width) + " f32",
            [=](const u64* v) { return fits(to_integer(as_float(v[0]), to, modes[i])); });
      check(op + ".f64 b" + std::to_string(width) + " f64",
            [=](const u64* v) { return fits(to_integer(as_double(v[0]), to, modes[i])); });
    }
  }
  EXPECT_EQ(one("cvt.rpi.ftz.s32.f32 s32 f32", {1}), 0U);
  EXPECT_EQ(one("cvt.rpi.s32.f32 s32 f32", {1}), 1U);
}

TEST(LanesConvert, FloatsBecomeIntegralFloatsAndKeepTheirSign) {
  for (unsigned i = 0; i < 4; ++i) {
    const auto whole = [=](auto x) {
      std::fesetround(modes[i]);
      volatile auto input = x;
      const auto result = std::nearbyint(input);
      std::fesetround(FE_TONEAREST);
      return result;
    };
    const std::string op = std::string("cvt.") + mode_names[i] + "i";
    check(op + ".f32.f32 f32 f32", [=](const u64* v) { return bits_of(whole(as_float(v[0]))); });
    check(op + ".f64.f64 f64 f64", [=](const u64* v) { return bits_of(whole(as_double(v[0]))); });
  }
  EXPECT_EQ(one("cvt.rpi.f32.f32 f32 f32", {0xbf000000}), 0x80000000U);
  EXPECT_EQ(one("cvt.sat.f32.f32 f32 f32", {0x40000000}), 0x3f800000U);
}

TEST(LanesConvert, DoublesBecomeSinglesInEveryRoundingMode) {
  for (unsigned i = 0; i < 4; ++i) {
    check(std::string("cvt.") + mode_names[i] + ".f32.f64 f32 f64", [=](const u64* v) {
      volatile double exact = as_double(v[0]);
      std::fesetround(modes[i]);
      volatile float result = static_cast<float>(exact);
      std::fesetround(FE_TONEAREST);
      return bits_of(float{result});
    });
  }
  check("cvt.f64.f32 f64 f32", [](const u64* v) { return bits_of(double{as_float(v[0])}); });
}

}  // namespace
}  // namespace forewarp::emu
