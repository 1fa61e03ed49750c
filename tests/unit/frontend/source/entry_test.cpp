// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/entry.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::source {
namespace {

const std::string reduce_float = "_Z6reduceIfLi256EEvPKT_PS0_i";   // void reduce<float, 256>(float const*, float*, int)
const std::string reduce_double = "_Z6reduceIdLj128EEvPKT_PS0_i";  // void reduce<double, 128u>(...)
const std::string scale = "_Z5scalePffi";                          // scale(float*, float, int)
const std::string nested = "_ZN2la12_GLOBAL__N_14gemmEPfi";        // la::(anonymous namespace)::gemm(float*, int)
const std::vector<std::string> entries = {reduce_float, reduce_double, scale, nested, "plain"};

TEST(Entry, IsListedAsItsSignature) {
  EXPECT_EQ(kernel_signature(reduce_float), "reduce<float, 256>(float const*, float*, int)");
  EXPECT_EQ(kernel_signature(scale), "scale(float*, float, int)");
  EXPECT_EQ(kernel_signature(nested), "la::(anonymous namespace)::gemm(float*, int)");
  EXPECT_EQ(kernel_signature("plain"), "plain");
  EXPECT_EQ(kernel_signature("_Znonsense"), "_Znonsense");
}

TEST(Entry, OfRelocatableCodeIsListedWithoutTheIdOfItsUnit) {
  EXPECT_EQ(kernel_signature("__nv_static_25__a5f5c4f6_4_c_cu__Z3runPi__Z2ksPi"), "ks(int*)");
  EXPECT_EQ(kernel_signature("__nv_static_25__a5f5c4f6_4_c_cu__Z3runPi_stat"), "stat");
  EXPECT_EQ(kernel_signature("_ZL2ksPi__intern__af5f75d114e6a5cc"), "ks(int*)");
  EXPECT_EQ(kernel_signature("__nv_static_99_short"), "__nv_static_99_short");
}

TEST(Entry, IsFoundByEveryNameAPersonUses) {
  for (const char* name : {"_Z6reduceIfLi256EEvPKT_PS0_i", "void reduce<float, 256>(float const*, float*, int)",
                           "reduce<float, 256>(float const*, float*, int)", "reduce<float,256>", "reduce<float, 256u>"})
    EXPECT_EQ(find_entry(entries, name), reduce_float) << name;
  EXPECT_EQ(find_entry(entries, "reduce<double, 128>"), reduce_double);
  EXPECT_EQ(find_entry(entries, "scale"), scale);
  EXPECT_EQ(find_entry(entries, "gemm"), nested);
  EXPECT_EQ(find_entry(entries, "plain"), "plain");
}

TEST(Entry, ThatIsAmbiguousIsAnErrorListingTheCandidates) {
  try {
    (void)find_entry(entries, "reduce");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(),
                 "kernel reduce could be any of 2, choose one with --kernel: "
                 "reduce<float, 256>(float const*, float*, int); "
                 "reduce<double, 128u>(double const*, double*, int)");
  }
}

TEST(Entry, ThatIsNotThereIsAnErrorListingThoseThatAre) {
  const std::vector<std::string> one = {scale};
  try {
    (void)find_entry(one, "reduce");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(), "no kernel reduce; there is: scale(float*, float, int)");
  }
  EXPECT_EQ(try_find_entry(one, "reduce<float, 512>"), std::nullopt);
}

TEST(Entry, NeedsNoNameWhereThereIsOne) {
  EXPECT_EQ(find_entry(std::vector<std::string>{scale}, ""), scale);
  EXPECT_THROW((void)find_entry(entries, ""), InputError);
  EXPECT_THROW((void)find_entry(std::vector<std::string>{}, ""), InputError);
}

TEST(Entry, OfPtxTextAreFoundOutsideComments) {
  const std::string ptx =
      ".version 8.5\n.target sm_80\n"
      ".visible .entry _Z5scalePffi(\n\t.param .u64 a\n)\n{\n ret;\n}\n"
      "// .visible .entry commented(\n"
      ".entry k(.param .u64 .ptr .global k_param_0)\n"
      ".func helper()\n";

  EXPECT_EQ(entries_of(ptx), (std::vector<std::string>{scale, "k"}));
}

}  // namespace
}  // namespace forewarp::source
