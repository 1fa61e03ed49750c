// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/parameter_names.hpp"

#include <gtest/gtest.h>

namespace forewarp::source {
namespace {

using Names = std::vector<std::string>;

TEST(ParameterNames, AreTheLastWordsOfTheDeclarations) {
  EXPECT_EQ(parameter_names("const float* __restrict__ in, float *out, int n"), (Names{"in", "out", "n"}));
  EXPECT_EQ(parameter_names("std::pair<int, float> p, T (&x), int table[4][8], unsigned n = max(1, 2)"),
            (Names{"p", "", "table", "n"}));
  EXPECT_EQ(parameter_names("const float*, unsigned int, Grid"), (Names{"", "", ""}));
  EXPECT_EQ(parameter_names(""), Names{});
  EXPECT_EQ(parameter_names("void"), Names{});
}

TEST(ParameterNames, AreFoundForAMangledEntry) {
  const char* text = R"(
namespace img {
template <typename T> __global__ void blur(const T* in, T* out, int width, int height) {}
}
extern "C" __global__ void plain(float* data /* in and out */, int count) {}
)";

  EXPECT_EQ(parameter_names_of("_ZN3img4blurIfEEvPKT_PS1_ii", text), (Names{"in", "out", "width", "height"}));
  EXPECT_EQ(parameter_names_of("plain", text), (Names{"data", "count"}));
  EXPECT_EQ(parameter_names_of("other", text), Names{});
}

TEST(ParameterNames, AreUnknownWhereThePreprocessorDecides) {
  const char* text =
      "__kernel void k(__global int* p,\n#ifdef A\n __constant int* t\n#else\n int* t\n#endif\n, int n) {}\n";

  EXPECT_EQ(parameter_names_of("k", text), Names{});
}

TEST(ParameterNames, OfOverloadsThatDifferAreUnknown) {
  const char* text = "__global__ void f(int a) {}\n__global__ void f(float b) {}\n";

  EXPECT_EQ(parameter_names_of("_Z1fi", text), Names{});
}

}  // namespace
}  // namespace forewarp::source
