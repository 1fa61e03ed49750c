// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Kernels that are run compiled and interpreted, for comparison.
#include <cstdlib>

#include "forewarp/emulate/native/host_compiler.hpp"
#include "forewarp/emulate/native/hot_code.hpp"
#include "forewarp/frontend/source/toolchain.hpp"
#include "kernel.hpp"

namespace forewarp::emu::test {

using Values = std::vector<std::uint32_t>;

inline constexpr std::uint64_t never = ~std::uint64_t{0};

inline bool can_compile() { return native::vector_lanes(best_isa()) != 0 && source::find_clang().has_value(); }

/// FOREWARP_NATIVE while it lives. "always" makes a compilation that fails an error, where the interpreter would hide
/// it.
class Native {
 public:
  explicit Native(std::uint64_t native_after) { ::setenv("FOREWARP_NATIVE", native_after == 0 ? "always" : "off", 1); }
  ~Native() { ::unsetenv("FOREWARP_NATIVE"); }
  Native(const Native&) = delete;
  Native& operator=(const Native&) = delete;
};

inline Values result(const std::string& text, std::uint64_t native_after) {
  const Native native(native_after);
  const MachineOptions options;
  Kernel k(body(text), options);
  const std::uint64_t out = k.buffer(Values(256), "out");
  k.grid({4, 1, 1}).block({64, 1, 1}).run();
  return k.read<std::uint32_t>(out, 256);
}

/// What stops four blocks of 64 threads.
inline std::string fault(const std::string& text, MachineOptions options, std::uint64_t native_after) {
  options.native_after = native_after;
  Kernel k(body(text), options);
  k.buffer(Values(256), "out");
  return k.grid({4, 1, 1}).block({64, 1, 1}).fault();
}

inline void expect_same(const std::string& text) { EXPECT_EQ(result(text, 0), result(text, never)) << text; }

class Compiled : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!can_compile()) GTEST_SKIP() << "no compiler for this processor";
  }
};

}  // namespace forewarp::emu::test
