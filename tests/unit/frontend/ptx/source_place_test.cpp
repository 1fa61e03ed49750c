// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/source_place.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/ptx/printer.hpp"

namespace forewarp::ptx {
namespace {

/// File 1 is the author's, 2 the compiler's, 3 a header of the author's. The add was inlined from 2 into 3 into 1.
constexpr const char* text = R"(.version 8.0
.target sm_80
.address_size 64
.file 1 "/home/me/kernel.cu"
.file 2 "/usr/local/cuda/include/device_atomic_functions.hpp"
.file 3 "/home/me/count.cuh"
.visible .entry k()
{
  .reg .b32 %r<4>;
  .loc 1 10 3
  mov.u32 %r1, 1;
  .loc 2 112 3, function_name $L__info_string0, inlined_at 1 12 5
  mov.u32 %r2, 2;
  .loc 3 7 1, function_name $L__info_string1, inlined_at 1 14 5
  mov.u32 %r3, 3;
  .loc 2 90 1, function_name $L__info_string0, inlined_at 3 7 1
  add.u32 %r3, %r1, %r2;
  ret;
}
.section .debug_str
{
$L__info_string0:
.b8 97
.b8 0
$L__info_string1:
.b8 98
.b8 0
}
)";

TEST(SourcePlace, IsTheAuthorsLineEvenForInlinedLibraryCode) {
  const Module module = parse(text, "k.ptx");
  const Function& k = *module.find("k");
  const auto line_of = [&](std::size_t i) { return source_place(module, k, k.body[i])->line; };
  const auto file_of = [&](std::size_t i) { return source_place(module, k, k.body[i])->file; };

  EXPECT_EQ(line_of(0), 10u);
  EXPECT_EQ(line_of(1), 12u);  // atomicAdd's body: the call
  EXPECT_EQ(file_of(1), "/home/me/kernel.cu");
  EXPECT_EQ(line_of(2), 7u);  // the author's own header is the author's text
  EXPECT_EQ(file_of(2), "/home/me/count.cuh");
  EXPECT_EQ(line_of(3), 7u);
  EXPECT_EQ(file_of(3), "/home/me/count.cuh");
}

TEST(SourcePlace, NamesOfFunctionsMayBeOffsetsIntoTheirSection) {
  const std::string offset =
      ".version 8.7\n.target sm_80\n.address_size 64\n.file 1 \"k.cu\"\n.visible .entry k()\n{\n"
      "  .loc 1 4 58, function_name .debug_str + 8, inlined_at 1 7 3\n  ret;\n}\n";

  const Module module = parse(offset, "k.ptx");

  ASSERT_EQ(module.find("k")->locs.size(), 1u);
  EXPECT_EQ(module.find("k")->locs[0].function_name, ".debug_str");
  EXPECT_EQ(module.find("k")->locs[0].function_name_offset, 8);
  EXPECT_NE(print(module).find("function_name .debug_str+8, inlined_at 1 7 3"), std::string::npos);
}

TEST(SourcePlace, IsNothingWithoutLoc) {
  const Module module =
      parse(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n  ret;\n}\n", "k.ptx");
  const Function& k = *module.find("k");

  EXPECT_FALSE(source_place(module, k, k.body[0]));
}

}  // namespace
}  // namespace forewarp::ptx
