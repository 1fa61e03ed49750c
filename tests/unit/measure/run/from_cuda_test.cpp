// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/opencl/from_cuda.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "forewarp/measure/run/opencl/from_cuda_prelude.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run::opencl {
namespace {

/// Without the prelude, white space as single blanks.
std::string translated(std::string_view cuda) {
  std::string text = from_cuda(cuda, "k.cu").text.substr(cuda_prelude().size()), out;
  std::replace(text.begin(), text.end(), '\n', ' ');
  for (const char c : text)
    if (c != ' ' || (!out.empty() && out.back() != ' ')) out += c;
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::string complaint(std::string_view cuda) {
  try {
    (void)from_cuda(cuda, "k.cu");
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(FromCuda, AKernelGetsItsQualifiersAndItsPointersTheirSpace) {
  EXPECT_EQ(translated("extern \"C\" __global__ void k(const float* __restrict__ x, float* y, int n) {\n"
                       "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                       "  if (i < n) y[i] = x[i];\n}"),
            "__kernel void k(__global const float* restrict x, __global float* y, int n) { const int i = "
            "((uint)get_group_id(0)) * ((uint)get_local_size(0)) + ((uint)get_local_id(0)); if (i < n) y[i] = x[i]; }");
}

TEST(FromCuda, CastsAreWrittenAsInC) {
  EXPECT_EQ(translated("__global__ void k(float* y) { y[0] = static_cast<float>(1) + float(2) + (float)3; }"),
            "__kernel void k(__global float* y) { y[0] = (float)(1) + (float)(2) + (float)3; }");
}

TEST(FromCuda, ALocalPointerTakesTheSpaceOfWhatItPointsInto) {
  EXPECT_EQ(translated("__global__ void k(const float* x) { const float* row = x + 3, *next = row + 1; }"),
            "__kernel void k(__global const float* x) { __auto_type row = x + 3; __auto_type next = row + 1; }");
}

TEST(FromCuda, AnIntegerConstantCanBeTheSizeOfAnArray) {
  EXPECT_EQ(translated("constexpr int tile = 16;\nstatic const float pi = 3.0f;\n"
                       "__global__ void k() { __shared__ float t[tile]; }"),
            "enum { tile = 16 }; __constant float pi = 3.0f; __kernel void k() { __local float t[tile]; }");
}

TEST(FromCuda, DynamicSharedMemoryIsOneMoreParameter) {
  const FromCuda made =
      from_cuda("__global__ void k(float* y) { extern __shared__ float tile[]; y[0] = tile[0]; }", "k.cu");

  EXPECT_EQ(made.local_memory, "tile");
  EXPECT_NE(made.text.find("__kernel void k(__global float* y, __local"), std::string::npos);
}

TEST(FromCuda, AFunctionWithPointersExistsForEachSpace) {
  const std::string text = translated("__device__ float first(const float* p) { return p[0]; }");

  for (const char* space : {"__global", "__local", "__private"})
    EXPECT_NE(text.find(std::string(space) + " const float* p"), std::string::npos) << text;
}

TEST(FromCuda, NamesThatOpenClKeepsToItselfAreChanged) {
  EXPECT_EQ(translated("__device__ float dot(float a) { return a; }\n"
                       "__global__ void k(float* y) { int half = 2; y[half] = dot(1); }"),
            "static float dot_own(float a) { return a; } "
            "__kernel void k(__global float* y) { int half_ = 2; y[half_] = dot_own(1); }");
}

TEST(FromCuda, WhatOpenClCannotSayIsNamedWithItsLine) {
  EXPECT_EQ(complaint("\n\ntemplate <int N> __global__ void k() {}"),
            "k.cu:3: a template cannot be expressed in OpenCL C");
  EXPECT_NE(complaint("__global__ void k() { asm(\"\"); }").find("inline PTX"), std::string::npos);
  EXPECT_NE(complaint("__device__ void f(float& x) { x = 1; }").find("a reference"), std::string::npos);
}

TEST(FromCuda, TextThatEndsInTheMiddleIsRefused) {
  for (const char* text : {"__global__ void k(", "__global__ void k() { ", "static_cast<int", "namespace {", "\"", "/*",
                           "__launch_bounds__", "using X =", "constexpr int n =", "struct S", "extern", "#define"})
    EXPECT_NO_FATAL_FAILURE((void)complaint(text)) << text;
}

}  // namespace
}  // namespace forewarp::run::opencl
