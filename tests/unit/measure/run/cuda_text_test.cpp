// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/opencl/cuda_text.hpp"

#include <gtest/gtest.h>

#include "forewarp/measure/run/opencl/cuda_functions.hpp"
#include "forewarp/measure/run/opencl/cuda_words.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run::opencl {
namespace {

CudaText text_of(std::string_view cuda) { return {cuda_tokens(cuda), "a.cu"}; }

TEST(CudaText, KeepsPlacesWhenTokensGo) {
  CudaText c = text_of("f(a[1], b);");  // f ( a [ 1 ] , b ) ;

  EXPECT_EQ(c.closing(1), 8U);
  EXPECT_EQ(c.closing(3), 5U);
  c.erase(2, 7);
  EXPECT_EQ(c.next(1), 7U);
  EXPECT_EQ(c.previous(7), 2U);  // one past the bracket
  EXPECT_EQ(c.text(0, c.size()), "f( b);");
}

TEST(CudaText, NamesTheLineOfABracketThatIsNotClosed) {
  const CudaText c = text_of("int a;\nf(a;");

  try {
    (void)c.closing(4);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("a.cu:2: a bracket is never closed"), std::string::npos) << e.what();
  }
}

TEST(CudaText, WordsAreTranslatedInARangeOnly) {
  CudaText c = text_of("threadIdx.x; threadIdx.x");  // threadIdx . x ; threadIdx . x

  translate_words(c, 4, c.size());

  EXPECT_EQ(c.text(0, c.size()), "threadIdx.x; ((uint)get_local_id(0))");
}

TEST(CudaText, DynamicSharedMemoryBecomesTheLastParameter) {
  CudaText c = text_of("__global__ void k(float* a) { extern __shared__ float tile[]; }");

  EXPECT_EQ(translate_functions(c), "tile");
  EXPECT_EQ(c.text(0, c.size()), "__kernel void k(__global float* a, __local   float* tile) {     }");
}

}  // namespace
}  // namespace forewarp::run::opencl
