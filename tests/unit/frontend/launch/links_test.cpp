// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/links.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "forewarp/frontend/launch/argument_text.hpp"
#include "forewarp/frontend/launch/struct_layout.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::launch {
namespace {

/// struct In { int a; double b; }; struct Out { char c; In in; const float* x; float* y; short s[2]; };
/// __global__ void g(float* z, float* tail, Out o), as nvcc compiles it.
constexpr const char* text = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry g(.param .u64 z, .param .u64 tail, .param .align 8 .b8 o[48])
{
  .reg .b16 %rs<5>;
  .reg .b32 %r<3>;
  .reg .f64 %fd<2>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd3, [z];
  ld.param.u64 %rd4, [tail];
  ld.param.v2.u16 {%rs1, %rs2}, [o+40];
  ld.param.s8 %rs4, [o];
  ld.param.u32 %r2, [o+8];
  ld.param.f64 %fd1, [o+16];
  ld.param.u64 %rd1, [o+32];
  ld.param.u64 %rd2, [o+24];
  ret;
}
)";

class Links : public ::testing::Test {
 protected:
  Launch launch_of(const std::vector<std::string>& arguments) {
    Description description;
    description.open_parameters = true;
    Overrides overrides;
    overrides.grid = parse_shape("1");
    overrides.block = parse_shape("32");
    for (const std::string& argument : arguments) overrides.arguments.push_back(parse_argument(argument));
    return launch_from(description, overrides, module_.find("g"));
  }
  std::string error_of(const std::string& o, const std::string& tail = "tail=z+4") {
    try {
      (void)launch_of({"z=buffer:f32:100", tail, o});
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  }
  template <class T>
  static T at(const std::string& bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
  }
  ptx::Module module_ = ptx::parse(text);
};

TEST_F(Links, AStructHasItsMembersWhereTheKernelReadsThem) {
  const Launch launch =
      launch_of({"z=buffer:f32:100", "tail=z", "o={7,{3,2.5},.x=buffer:f32:2*50,buffer:f32:50:zero:output,-1,2}"});

  const auto& bytes = std::get<std::string>(launch.arguments[2].value);
  ASSERT_EQ(bytes.size(), 48u);
  EXPECT_EQ(at<char>(bytes, 0), 7);
  EXPECT_EQ(at<int>(bytes, 8), 3);  // In begins at a multiple of its double
  EXPECT_EQ(at<double>(bytes, 16), 2.5);
  EXPECT_EQ(at<short>(bytes, 40), -1);
  EXPECT_EQ(at<short>(bytes, 42), 2);
  ASSERT_EQ(launch.unpassed, 2u);
  EXPECT_EQ(launch.arguments[3].name, "o.x");
  EXPECT_EQ(std::get<Buffer>(launch.arguments[3].value).count, 100u);
  EXPECT_EQ(launch.arguments[4].name, "o.4");
  ASSERT_EQ(launch.links.size(), 3u);
  EXPECT_EQ(launch.links[0].argument, 2u);
  EXPECT_EQ(launch.links[0].at, 24u);
  EXPECT_EQ(launch.links[0].buffer, 3u);
  EXPECT_EQ(launch.links[1].at, 32u);
}

TEST_F(Links, SeveralPointersMayGoIntoOneBuffer) {
  const Launch launch = launch_of({"z=buffer:f32:100", "tail=z+2*10-4", "o={s8:7,{s32:3,2.5},z+50,z,s16:1,s16:2}"});

  ASSERT_EQ(launch.links.size(), 3u);
  EXPECT_EQ(launch.links[0].argument, 1u);
  EXPECT_EQ(launch.links[0].buffer, 0u);
  EXPECT_EQ(launch.links[0].offset, 64u);  // 16 floats
  EXPECT_EQ(launch.links[1].at, 24u);
  EXPECT_EQ(launch.links[1].offset, 200u);
}

TEST_F(Links, ElementsOfABufferOfVectorsAreVectors) {
  const Launch launch =
      launch_of({"z=buffer:float4:100", "tail=z+100", "o={s8:7,{s32:3,2.5},z+50,buffer:u32x2:5,s16:1,s16:2}"});

  EXPECT_EQ(std::get<Buffer>(launch.arguments[0].value).bytes(), 1600u);
  EXPECT_EQ(std::get<Buffer>(launch.arguments[3].value).bytes(), 40u);
  ASSERT_EQ(launch.links.size(), 3u);
  EXPECT_EQ(launch.links[1].offset, 1600u);
  EXPECT_EQ(launch.links[2].offset, 800u);
  EXPECT_EQ(error_of("o={s8:7,{s32:3,2.5},z,buffer:f32x4:5,s16:1,s16:2}", "tail=z+101"),
            "argument 'tail': element 101 of buffer 'z', which has 100");
}

TEST_F(Links, WhatDoesNotFitIsSaidWithItsPlace) {
  EXPECT_EQ(
      error_of("o={7}"),
      "argument 'o': its members take 1 bytes, the kernel's parameter o has 48; the kernel reads s8 at 0, u32 at 8, "
      "f64 at 16, u64 at 24, u64 at 32, u16 at 40, u16 at 42");
  EXPECT_EQ(error_of("o={700,{3,2.5},z,z,-1,2}"), "member 'o.1': 700 does not fit b8 (-128 to 255)");
  EXPECT_EQ(error_of("o={7,{2.5,2.5},z,z,-1,2}"),
            "argument 'o', member o.2.1: 2.5 is not an integer, but the kernel reads u32 at 8");
  EXPECT_EQ(error_of("o={7,s32:1,f64:2,f64:3,z,z,-1,2}"),
            "argument 'o', member o.3 is a f64 in bytes 8 to 15, but the kernel reads u32 at 8");
  EXPECT_EQ(error_of("o=3"), "argument 'o': give its type (--arg o=TYPE:VALUE); the kernel's parameter o has 48 bytes");
  EXPECT_EQ(error_of("o={7,{3,2.5},z,z,-1,2}", "tail=y+3"),
            "argument 'tail': 'y' is neither a parameter nor a buffer to point into");
  EXPECT_EQ(error_of("o={7,{3,2.5},z,z,-1,2}", "tail=z+101"),
            "argument 'tail': element 101 of buffer 'z', which has 100");
  EXPECT_EQ(error_of("o={7,{3"), "'o={7,{3': expected a closing brace at the end");
}

/// 24 bytes of which the kernel k reads what `loads` says; the bytes of p as the members fill them, else the message.
std::string filled(const std::string& members, const std::string& loads, unsigned bytes = 24, unsigned alignment = 8) {
  const std::string code = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .align " +
                           std::to_string(alignment) + " .b8 p[" + std::to_string(bytes) +
                           "])\n{\n.reg .b32 %r<5>; .reg .f64 %fd<5>; .reg .f32 %f<5>; .reg .b64 %rd<5>;\n" + loads +
                           "\nret;\n}\n";
  const ptx::Module module = ptx::parse(code);
  Description description;
  description.open_parameters = true;
  Overrides overrides;
  overrides.grid = parse_shape("1");
  overrides.block = parse_shape("32");
  overrides.arguments.push_back(parse_argument("p=" + members));
  try {
    return std::get<std::string>(launch_from(description, overrides, module.find("k")).arguments[0].value);
  } catch (const InputError& error) {
    return error.what();
  }
}

template <class T>
T value_at(const std::string& bytes, std::size_t offset) {
  T value{};
  if (bytes.size() >= offset + sizeof value) std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

TEST(UnreadMembers, HaveTheTypesWithWhichTheStructHasItsSize) {
  // { int unread; double read; long unread }, and { int; int; double } of which only the double is read
  const std::string three = filled("{1, 2.5, 7}", "ld.param.f64 %fd1, [p+8];");
  const std::string two = filled("{1, 9, 2.5}", "ld.param.f64 %fd1, [p+8];", 16);
  const std::string none = filled("{1, 2.5}", "", 8, 4);

  ASSERT_EQ(three.size(), 24u) << three;
  EXPECT_EQ(value_at<double>(three, 8), 2.5);
  EXPECT_EQ(value_at<int>(three, 16), 7);
  ASSERT_EQ(two.size(), 16u) << two;
  EXPECT_EQ(value_at<int>(two, 4), 9);
  EXPECT_EQ(value_at<double>(two, 8), 2.5);
  ASSERT_EQ(none.size(), 8u) << none;
  EXPECT_EQ(value_at<float>(none, 4), 2.5F);
}

TEST(UnreadMembers, ThatDecideWhichMemberIsReadAreRefusedWithWhatToWrite) {
  const std::string error = filled("{1, 2, 3}", "ld.param.u32 %r1, [p+8];", 16);

  EXPECT_EQ(
      error,
      "argument 'p': 16 bytes can hold its members in several ways, and the kernel reads u32 at 8: give the types, "
      "as in p={s32:1,s32:2,s64:3} or p={s64:1,b32:2,s32:3}");
  EXPECT_EQ(value_at<int>(filled("{s64:1, s32:2, s32:3}", "ld.param.u32 %r1, [p+8];", 16), 8), 2);
  // No member may be larger than the struct's alignment, which leaves no way for three in 16 bytes.
  EXPECT_EQ(filled("{1, 2, 3}", "ld.param.u32 %r1, [p+8];", 16, 4).find("argument 'p'"), 0u);
}

TEST(UnreadMembers, OfAStructThatIsReadAnywhereAreAmbiguousUnlessThereIsOneLayout) {
  const std::string anywhere = "mov.b64 %rd1, p;";

  EXPECT_EQ(value_at<float>(filled("{1.5, 2.5}", anywhere, 8, 4), 4), 2.5F);
  EXPECT_NE(filled("{1, 2}", anywhere, 16).find("several ways, and the kernel reads it at offsets that it computes"),
            std::string::npos);
}

TEST_F(Links, ADescriptionSaysTheSame) {
  const Description description = parse_description(
      "grid = 1\nblock = 32\n[[argument]]\nname = \"z\"\nbuffer = \"float\"\ncount = 100\nhost = true\n"
      "[[argument]]\nname = \"tail\"\npointer = \"z + 8\"\n"
      "[[argument]]\nname = \"o\"\nstruct = [7, [3, 2.5], \"z\", \"buffer:f32:4\", -1, \"s16:2\"]\n",
      "launch.toml");

  const Launch launch = launch_from(description, {}, module_.find("g"));

  ASSERT_EQ(launch.links.size(), 3u);
  EXPECT_TRUE(std::get<Buffer>(launch.arguments[0].value).host);
  ASSERT_FALSE(launch.notes.empty());
  EXPECT_TRUE(launch.notes.back().starts_with("in host memory: z.")) << launch.notes.back();
}

}  // namespace
}  // namespace forewarp::launch
