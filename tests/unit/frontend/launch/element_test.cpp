// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/element.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::launch {
namespace {

TEST(Element, AVectorIsNamedAsInPtxOrAsInCuda) {
  const auto is = [](std::string_view name, ptx::Type type, unsigned lanes) {
    const auto element = vector_element_from(name);
    return element && element->type == type && element->lanes == lanes;
  };
  EXPECT_TRUE(is("float", ptx::Type::f32, 1));
  EXPECT_TRUE(is("float4", ptx::Type::f32, 4));
  EXPECT_TRUE(is("f32x4", ptx::Type::f32, 4));
  EXPECT_TRUE(is("half2", ptx::Type::f16, 2));
  EXPECT_TRUE(is("u64x2", ptx::Type::u64, 2));
  EXPECT_TRUE(is("u64", ptx::Type::u64, 1));
  for (const char* wrong : {"f324", "floatx4", "float3", "float8", "x4", "4", "", "q4"})
    EXPECT_FALSE(vector_element_from(wrong)) << wrong;
}

TEST(Element, IntegersMustFit) {
  EXPECT_EQ(encode(std::int64_t{-1}, ptx::Type::s32, "x"), 0xffffffffu);
  EXPECT_EQ(encode(std::int64_t{-1}, ptx::Type::b8, "x"), 0xffu);
  EXPECT_EQ(encode(255.0, ptx::Type::u8, "x"), 0xffu);
  EXPECT_THROW((void)encode(std::int64_t{256}, ptx::Type::u8, "x"), InputError);
  EXPECT_THROW((void)encode(std::int64_t{-1}, ptx::Type::u64, "x"), InputError);
  EXPECT_THROW((void)encode(std::int64_t{128}, ptx::Type::s8, "x"), InputError);
  EXPECT_THROW((void)encode(1.5, ptx::Type::s32, "x"), InputError);
}

TEST(Element, DecodingUndoesEncoding) {
  EXPECT_EQ(decode(encode(std::int64_t{-7}, ptx::Type::s16, "x"), ptx::Type::s16), -7);
  EXPECT_EQ(decode(encode(0.375, ptx::Type::f16, "x"), ptx::Type::f16), 0.375);
  EXPECT_EQ(decode(encode(-0.375, ptx::Type::bf16, "x"), ptx::Type::bf16), -0.375);
  EXPECT_EQ(decode(encode(0.1, ptx::Type::f64, "x"), ptx::Type::f64), 0.1);
  EXPECT_EQ(decode(encode(0.1, ptx::Type::f32, "x"), ptx::Type::f32), 0.1f);
}

}  // namespace
}  // namespace forewarp::launch
