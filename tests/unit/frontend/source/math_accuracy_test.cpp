// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Device mathematics as clang compiles it, run in the emulator, against the C library in long double. The bounds are
/// those of the CUDA C++ Programming Guide (Mathematical Functions): ulps between the result and the correctly rounded
/// one.
#include <gtest/gtest.h>

#include <optional>
#include <span>

#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/source/compile.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/frontend/source/math_functions.hpp"
#include "unit/frontend/source/with_compilers.hpp"

namespace forewarp::source {
namespace {

class MathAccuracy : public testing::Test {
 protected:
  static constexpr std::size_t count = 16384;

  void SetUp() override {
    if (!is_here(CompilerChoice::clang)) GTEST_SKIP() << "clang is not here";
    if (module()) return;
    const TemporaryFolder folder;
    write_file(folder.path() / "math.cu", cuda_source());
    text() =
        compile_uncached({.path = folder.path() / "math.cu", .arch = Arch{80, ""}, .compiler = CompilerChoice::clang})
            .ptx;
    module() = ptx::parse(text(), "math.ptx");
    write_file(folder.path() / "math.cl", opencl_source());
    opencl_text() = compile_uncached({.path = folder.path() / "math.cl", .arch = Arch{80, ""}}).ptx;
    opencl_module() = ptx::parse(opencl_text(), "math_cl.ptx");
  }

  /// Two results a thread.
  template <typename T>
  static std::vector<T> run(const std::string& name, const std::vector<T>& x, const std::vector<T>& y,
                            const std::optional<ptx::Module>& code = module()) {
    const std::string entry = name + (sizeof(T) == 4 ? "f" : "") + "_k";
    emu::Machine machine(*code, entry);
    launch::Launch launch;
    launch.entry = entry;
    launch.block = {128, 1, 1};
    launch.grid = {static_cast<std::uint32_t>(x.size() / 128), 1, 1};
    std::vector<std::vector<std::byte>> arguments;
    std::vector<std::uint64_t> addresses;
    for (const std::vector<T>& values : {std::vector<T>(2 * x.size()), x, y}) {
      addresses.push_back(machine.memory().allocate(values.size() * sizeof(T), "values"));
      machine.memory().write(addresses.back(), std::as_bytes(std::span(values)));
      const auto* bytes = reinterpret_cast<const std::byte*>(&addresses.back());
      arguments.emplace_back(bytes, bytes + 8);
    }
    machine.run(launch, arguments);
    std::vector<T> out(2 * x.size());
    machine.memory().read(addresses[0], std::as_writable_bytes(std::span(out)));
    return out;
  }

  /// A result as it must be: NaN for NaN, the sign of a zero (which nothing fixes for sin(pi n)), at most `ulps` from
  /// the rounded truth.
  template <typename T>
  static bool right(T got, Wide truth, double ulps, bool zero_sign_is_free = false) {
    const T expected = static_cast<T>(truth);
    if (std::isnan(expected) || std::isnan(got)) return std::isnan(expected) == std::isnan(got);
    if (expected == 0 && got == 0) return zero_sign_is_free || std::signbit(expected) == std::signbit(got);
    return std::abs(static_cast<double>(place(got) - place(expected))) <= ulps;
  }

  template <typename T>
  static void check(const One& f, double ulps) {
    const std::vector<T> x = inputs<T>(f.low, f.high, 1, count), out = run<T>(f.name, x, x);
    int wrong = 0;
    for (std::size_t i = 0; i < count && wrong < 3; ++i) {
      if (x[i] > f.skip_from && x[i] < f.skip_to) continue;
      const Wide truth = f.truth(x[i]);
      if (f.absolute_from_8 && std::fabs(x[i]) >= 8 && std::fabs(out[i] - truth) <= (sizeof(T) == 4 ? 2.2e-6 : 5e-12))
        continue;
      if (right(out[i], truth, ulps, std::string_view(f.name).ends_with("pi"))) continue;
      ++wrong;
      ADD_FAILURE() << fmt::format("{}{}({:a}) = {:a}, not {:a}, bound {} ulp", f.name, sizeof(T) == 4 ? "f" : "", x[i],
                                   out[i], static_cast<T>(f.truth(x[i])), ulps);
    }
  }
  template <typename T>
  static void check(const Two& f, double ulps) {
    std::vector<T> x = inputs<T>(f.low, f.high, 2, count), y = inputs<T>(f.low2, f.high2, 3, count);
    const std::vector<T> special = special_values<T>();
    for (std::size_t i = 0; i < special.size() * special.size(); ++i)
      x[count - 1 - i] = special[i / special.size()], y[count - 1 - i] = special[i % special.size()];
    const std::vector<T> out = run<T>(f.name, x, y);
    int wrong = 0;
    for (std::size_t i = 0; i < count && wrong < 3; ++i) {
      if (right(out[i], f.truth(x[i], y[i]), ulps)) continue;
      ++wrong;
      ADD_FAILURE() << fmt::format("{}{}({:a}, {:a}) = {:a}, not {:a}, bound {} ulp", f.name, sizeof(T) == 4 ? "f" : "",
                                   x[i], y[i], out[i], static_cast<T>(f.truth(x[i], y[i])), ulps);
    }
  }

  static std::optional<ptx::Module>& module() {
    static std::optional<ptx::Module> kept;
    return kept;
  }
  static std::optional<ptx::Module>& opencl_module() {
    static std::optional<ptx::Module> kept;
    return kept;
  }
  static std::string& opencl_text() {
    static std::string kept;
    return kept;
  }
  static std::string& text() {
    static std::string kept;
    return kept;
  }
};

TEST_F(MathAccuracy, FloatFunctionsOfOneArgumentAreWithinCudasBounds) {
  for (const One& f : ones) check<float>(f, f.float_ulps);
}
TEST_F(MathAccuracy, DoubleFunctionsOfOneArgumentAreWithinCudasBounds) {
  for (const One& f : ones) check<double>(f, f.double_ulps);
}
TEST_F(MathAccuracy, FloatFunctionsOfTwoArgumentsAreWithinCudasBounds) {
  for (const Two& f : twos) check<float>(f, f.float_ulps);
}
TEST_F(MathAccuracy, DoubleFunctionsOfTwoArgumentsAreWithinCudasBounds) {
  for (const Two& f : twos) check<double>(f, f.double_ulps);
}

TEST_F(MathAccuracy, PowersUpToTheEndsOfTheExponentsAreWithinCudasBounds) {
  for (const Two& f : large_powers) {
    check<float>(f, f.float_ulps);
    check<double>(f, f.double_ulps);
  }
}

template <typename T>
void expect_same(T got, T expected, const char* what, T x) {
  const bool same =
      std::isnan(expected) ? std::isnan(got) : std::bit_cast<Bits<T>>(got) == std::bit_cast<Bits<T>>(expected);
  EXPECT_TRUE(same) << fmt::format("{}({:a}): {:a}, not {:a}", what, x, got, expected);
}

template <typename T>
void parts_are_exact(const std::vector<T>& x, const std::vector<T>& y, const std::vector<T>& modf,
                     const std::vector<T>& frexp, const std::vector<T>& ldexp, const std::vector<T>& whole) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    T w = 0;
    int e = 0;
    const T fraction = std::modf(x[i], &w);
    expect_same(modf[2 * i], fraction, "modf", x[i]);
    expect_same(modf[2 * i + 1], w, "modf's whole part", x[i]);
    expect_same(ldexp[i], std::ldexp(x[i], static_cast<int>(y[i])), "ldexp", x[i]);
    if (!std::isfinite(x[i])) continue;
    expect_same(frexp[2 * i], std::frexp(x[i], &e), "frexp", x[i]);
    EXPECT_EQ(frexp[2 * i + 1], e) << x[i];
    if (std::fabs(x[i]) > 1e18) continue;
    expect_same(whole[2 * i], static_cast<T>(std::lround(x[i])), "lround", x[i]);
    expect_same(whole[2 * i + 1], static_cast<T>(std::llrint(x[i])), "llrint", x[i]);
  }
}

TEST_F(MathAccuracy, PartsOfNumbersAreExact) {
  const std::vector<float> x = inputs<float>(-10, 10, 4, count);
  std::vector<float> k(count);
  for (std::size_t i = 0; i < count; ++i) k[i] = static_cast<float>(i % 701) - 350;
  parts_are_exact(x, k, run<float>("modf", x, x), run<float>("frexp", x, x), run<float>("ldexp", x, k),
                  run<float>("to_whole", x, x));
  const std::vector<double> xd = inputs<double>(-10, 10, 4, count);
  std::vector<double> kd(count);
  for (std::size_t i = 0; i < count; ++i) kd[i] = static_cast<double>(i % 4801) - 2400;
  parts_are_exact(xd, kd, run<double>("modf", xd, xd), run<double>("frexp", xd, xd), run<double>("ldexp", xd, kd),
                  run<double>("to_whole", xd, xd));
}

TEST_F(MathAccuracy, SincosIsSinAndCos) {
  const std::vector<float> x = inputs<float>(-100, 100, 5, count);
  const auto both = run<float>("sincos", x, x), sine = run<float>("sin", x, x), cosine = run<float>("cos", x, x);
  const std::vector<double> xd = inputs<double>(-100, 100, 5, count);
  const auto both_d = run<double>("sincos", xd, xd), sine_d = run<double>("sin", xd, xd),
             cosine_d = run<double>("cos", xd, xd);
  for (std::size_t i = 0; i < count; ++i) {
    expect_same(both[2 * i], sine[i], "sincosf's sine", x[i]);
    expect_same(both[2 * i + 1], cosine[i], "sincosf's cosine", x[i]);
    expect_same(both_d[2 * i], sine_d[i], "sincos's sine", xd[i]);
    expect_same(both_d[2 * i + 1], cosine_d[i], "sincos's cosine", xd[i]);
  }
}

/// OpenCL contracts fewer products and sums than CUDA, so a last bit or two may differ.
template <typename T>
bool agree(T a, T b) {
  return std::isnan(a) ? std::isnan(b) : std::abs(static_cast<double>(place(a) - place(b))) <= 2;
}

/// The number of arguments at which a pair of results (scalar and vector, or two of one call) is not CUDA's.
template <typename T>
int disagreements(const std::vector<T>& opencl, const std::vector<T>& cuda, bool pairs) {
  int wrong = 0;
  for (std::size_t i = 0; i < opencl.size() / 2; ++i)
    wrong += !agree(opencl[2 * i], cuda[pairs ? 2 * i : i]) || !agree(opencl[2 * i + 1], cuda[pairs ? 2 * i + 1 : i]);
  return wrong;
}

TEST_F(MathAccuracy, OpenClFunctionsAgreeWithCudaForScalarsAndVectors) {
  const auto in_both = [&]<typename T>(T low) {
    const std::vector<T> x = inputs<T>(low, 20, 6, count), y = inputs<T>(low, 20, 7, count);
    const auto same = [&](const std::string& name, bool pairs = false) {
      EXPECT_EQ(disagreements(run<T>(name, x, y, opencl_module()), run<T>(name, x, y), pairs), 0) << name << sizeof(T);
    };
    for (const One& f : ones)
      if (in_opencl(f.name) && !(sizeof(T) == 8 && std::string_view(f.name) == "lgamma"))  // libclc's, near its zeros
        same(f.name);
    for (const Two& f : twos)
      if (in_opencl(f.name)) same(f.name);
    same("ldexp");
    for (const char* name : {"sincos", "modf", "frexp"}) same(name, true);
  };
  in_both(-20.0F);
  in_both(-20.0);
}

// From tables: sin(10^22) = -0.8522008497671888017...; 6381956970095103 * 2^797 is the double that comes nearest to a
// multiple of pi / 2 (4.687e-19 from it), so cos of it is -4.687165924254627e-19 in size.
TEST_F(MathAccuracy, HugeArgumentsOfSinAndCosAreReducedByAllBitsOfPi) {
  std::vector<double> x(128, 1e22);
  x[1] = std::ldexp(6381956970095103.0, 797);

  const auto sine = run<double>("sin", x, x), cosine = run<double>("cos", x, x);

  EXPECT_NEAR(sine[0], -0.8522008497671888, 2e-16);
  EXPECT_NEAR(std::fabs(cosine[1]) / 4.687165924254627611e-19, 1.0, 4e-16);
}

}  // namespace
}  // namespace forewarp::source
