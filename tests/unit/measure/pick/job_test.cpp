// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/pick/job.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/read.hpp"

namespace {

using namespace forewarp;

const char* const product =
    "kernel matmul\ndomain { [i,j,k] : 0 <= i,j,k < n }\nassume n >= 1 and n mod 16 = 0\nc[i,j] = sum(k, "
    "a[i,k]*b[k,j])\n---\n"
    "split i 16 outer g.1 inner l.1\nsplit j 16 outer g.0 inner l.0\n";

TEST(PickJob, HasTheLaunchAndTheArgumentsOfTheSizes) {
  const run::Job job = pick::job_of(loop::parse(product), {{"n", 64}}, run::Language::opencl_c, "mm");
  EXPECT_EQ(run::shape_text(job.shape), "4,4,1 x 16,16,1");
  EXPECT_EQ(job.entry, "matmul");
  ASSERT_EQ(job.arguments.size(), 4U);
  EXPECT_EQ(job.arguments[0].name, "a");
  EXPECT_EQ(std::get<launch::Buffer>(job.arguments[0].value).count, 4096U);
  EXPECT_TRUE(std::get<launch::Buffer>(job.arguments[2].value).output);
  EXPECT_EQ(std::get<launch::Scalar>(job.arguments[3].value).bits, 64U);
  EXPECT_NE(job.code.text.find("__kernel"), std::string::npos);
}

TEST(PickJob, SizesMustBeWhatTheProgramAssumes) {
  EXPECT_THROW((void)pick::job_of(loop::parse(product), {{"n", 65}}, run::Language::opencl_c, "mm"), InputError);
  EXPECT_THROW((void)pick::job_of(loop::parse(product), {}, run::Language::opencl_c, "mm"), InputError);
}

TEST(PickJob, IndicesStayInsideOfEveryArray) {
  const run::Job job =
      pick::job_of(loop::parse("domain { [i] : 0 <= i < n }\nassume n >= 1\nglobal column: i32[n]\nglobal x: f32[7]\n"
                               "global y: f32[n]\ny[i] = x[column[i]]\n---\ntag i:g.0\n"),
                   {{"n", 100}}, run::Language::cuda_cpp, "gather");
  for (const run::Argument& a : job.arguments)
    if (a.name == "column") {
      EXPECT_EQ(std::get<launch::Buffer>(a.value).fill.high, 7.0);
    }
  EXPECT_NE(job.code.text.find("__global__"), std::string::npos);
}

}  // namespace
