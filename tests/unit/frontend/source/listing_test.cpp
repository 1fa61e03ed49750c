// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/listing.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/file.hpp"
#include "unit/frontend/source/with_compilers.hpp"

namespace forewarp::source {
namespace {

TEST(Listing, FindsKernelsAndLaunchesOfAWholeProgram) {
  const SourceListing listing = list_source(read_file(test_data("guide.cu")));

  ASSERT_EQ(listing.kernels.size(), 2u);
  EXPECT_EQ(listing.kernels[0].name, "reduce");
  EXPECT_EQ(listing.kernels[0].template_parameters, "typename T, int BlockSize");
  EXPECT_EQ(listing.kernels[0].parameters, "const T* __restrict__ in, T* out, int n");
  EXPECT_EQ(listing.kernels[1].name, "scale");
  EXPECT_FALSE(listing.kernels[1].is_template());
  ASSERT_EQ(listing.launches.size(), 2u);
  EXPECT_EQ(listing.launches[0].kernel, "reduce<float, 256>");
  EXPECT_EQ(listing.launches[0].configuration, "grid, block, 8 * sizeof(float)");
  EXPECT_EQ(listing.launches[0].arguments, "in, out, n");
  EXPECT_EQ(listing.launches[1].configuration, "(n + 255) / 256, 256");
}

TEST(Listing, FindsOpenClKernels) {
  const SourceListing listing = list_source(
      "__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void a(global int* p) {}\n"
      "kernel void b(int n) {}\n");

  ASSERT_EQ(listing.kernels.size(), 2u);
  EXPECT_EQ(listing.kernels[0].name, "a");
  EXPECT_EQ(listing.kernels[1].name, "b");
  EXPECT_EQ(listing.kernels[1].line, 2u);
}

TEST(Listing, FindsKernelsOfPreprocessedText) {
  const SourceListing listing = list_source(
      "template <class T> __attribute__((global)) __attribute__((launch_bounds(256))) void f(T* x) {}\n"
      "__attribute__ ( ( device ) ) void g(int* y) {}\n");

  ASSERT_EQ(listing.kernels.size(), 1u);
  EXPECT_EQ(listing.kernels[0].name, "f");
  EXPECT_EQ(listing.kernels[0].template_parameters, "class T");
  EXPECT_EQ(listing.kernels[0].parameters, "T* x");
}

TEST(Listing, IgnoresCommentsLiteralsAndRepeatedDeclarations) {
  const SourceListing listing = list_source(
      "// __global__ void no(int);\n"
      "/* __global__ void neither(); */\n"
      "const char* s = \"__global__ void nor(int); k<<<1, 2>>>(3)\";\n"
      "__global__ void k(int n);\n"
      "__global__ void\n"
      "k(int  n) { int kernel = 1 << 3; }\n");

  ASSERT_EQ(listing.kernels.size(), 1u);
  EXPECT_EQ(listing.kernels[0].name, "k");
  EXPECT_EQ(listing.kernels[0].line, 4u);
  EXPECT_TRUE(listing.launches.empty());
}

TEST(Listing, OfNonsenseIsShort) {
  for (const char* text : {"", "/*", "\"", "'", "__global__", "__global__ void", "__global__ void k(", "<<<", "k<<<>>>",
                           "k<<<1,2>>>(", ">>>>(<<<<", "template < __global__ void k(int)", "\\", "\"\\"})
    EXPECT_LE(list_source(text).kernels.size(), 1u) << text;
  EXPECT_EQ(describe(list_source("int x;")), "");
}

TEST(Listing, OfEndlessNonsenseTakesNoTime) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "__global__ void k( x<<<1, 2";
  EXPECT_LE(list_source(text).kernels.size(), 1000u);  // quadratic scanning would take minutes and hit the time limit
}

TEST(Listing, IsDescribedALineEach) {
  EXPECT_EQ(describe(list_source("template <int N> __global__ void f(int* p) {}\nvoid g() { f<3><<<1, 32>>>(p); }\n")),
            "kernels:\n"
            "  template <int N> f(int* p)   line 1\n"
            "launches:\n"
            "  f<3><<<1, 32>>>(p)   line 2\n");
}

}  // namespace
}  // namespace forewarp::source
