// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces of hand-written descriptors; tests/programs/textures.cu has the shapes and modes.
#include "forewarp/emulate/machine/texture.hpp"

#include <cstddef>

#include "forewarp/emulate/machine/texture_access.hpp"
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

/// Counts requests, lanes and the sectors they touch.
class Requests final : public Observer {
 public:
  std::uint64_t requests = 0, lanes = 0;
  [[nodiscard]] std::unique_ptr<Observer> fork() const override { return std::make_unique<Requests>(); }
  void merge(Observer& later) override {
    requests += static_cast<Requests&>(later).requests;
    lanes += static_cast<Requests&>(later).lanes;
  }
  void access(WarpId, const Access& a) override {
    if (a.kind != AccessKind::load || a.space != ptx::StateSpace::global) return;
    ++requests;
    lanes += static_cast<unsigned>(std::popcount(a.active));
  }
};

/// A kernel with a texture of `texels`, whose handle is the parameter after the buffer of results.
struct Textured {
  Kernel kernel;
  std::uint64_t out = 0, handle = 0;

  Textured(const std::string& code, TextureDescriptor t, const std::vector<float>& texels, unsigned results = 64)
      : kernel(
            ".visible .entry k(.param .u64 out, .param .u64 texture) {\n"
            ".reg .pred %p<4>; .reg .b32 %r<8>; .reg .f32 %f<8>; .reg .b64 %out, %slot, %tex;\n"
            "ld.param.u64 %out, [out]; ld.param.u64 %tex, [texture]; mov.u32 %r1, %tid.x;\n"
            "mul.wide.u32 %slot, %r1, 4; add.u64 %slot, %slot, %out; cvt.rn.f32.u32 %f1, %r1;\n" +
            code + "\nret; }") {
    out = kernel.buffer(std::vector<float>(results), "out");
    t.data = kernel.machine().memory().allocate(texels.size() * sizeof(float), "texels");
    kernel.machine().memory().write(t.data, std::as_bytes(std::span(texels)));
    const auto bytes = to_bytes(t);
    handle = kernel.machine().memory().allocate(bytes.size(), "texture");
    kernel.machine().memory().write(handle, bytes);
    kernel.scalar(handle);
  }
};

std::vector<float> ramp(unsigned n) {
  std::vector<float> v(n);
  for (unsigned i = 0; i < n; ++i) v[i] = static_cast<float>(i);
  return v;
}

TextureDescriptor row_of(unsigned width) {
  TextureDescriptor t;
  t.width = width;
  t.row_bytes = width * 4;
  return t;
}

TEST(Textures, DescriptorsComeBackFromTheirBytes) {
  TextureDescriptor t = row_of(40), back;
  t.height = 3;
  t.filters = true;
  t.border = {1, 2, 3, 4};

  ASSERT_TRUE(from_bytes(to_bytes(t), back));

  EXPECT_EQ(back.width, 40U);
  EXPECT_EQ(back.height, 3U);
  EXPECT_TRUE(back.filters);
  EXPECT_EQ(back.border, t.border);
  EXPECT_EQ(back.bytes(), 3 * 160U);
}

TEST(Textures, BytesThatAreNoDescriptorAreRefused) {
  TextureDescriptor back;
  const auto good = to_bytes(row_of(8));
  EXPECT_FALSE(from_bytes(std::span(good).first(40), back));
  EXPECT_FALSE(from_bytes(std::vector<std::byte>(texture_descriptor_bytes), back));
  TextureDescriptor huge = row_of(0xffffffff);
  huge.height = huge.depth = 0xffffffff;
  huge.row_bytes = huge.slice_bytes = ~std::uint64_t{0};
  EXPECT_FALSE(from_bytes(to_bytes(huge), back));
  // A kernel may write over a descriptor: fields that are truth values, enumerations and sizes.
  for (const std::size_t at :
       {offsetof(TextureDescriptor, identity), offsetof(TextureDescriptor, channels),
        offsetof(TextureDescriptor, channel_bytes), offsetof(TextureDescriptor, type),
        offsetof(TextureDescriptor, linear_memory), offsetof(TextureDescriptor, filters),
        offsetof(TextureDescriptor, normalised_coordinates), offsetof(TextureDescriptor, normalised_values),
        offsetof(TextureDescriptor, addressing) + 2}) {
    auto bytes = good;
    bytes[at] = std::byte{0xff};
    EXPECT_FALSE(from_bytes(bytes, back)) << at;
  }
  EXPECT_TRUE(from_bytes(good, back));
}

TEST(Textures, LinearFilteringWeighsTwoTexelsWithEightBits) {
  TextureDescriptor t = row_of(64);
  t.filters = true;
  Textured k(
      "add.f32 %f1, %f1, 0f3f400000;\n"  // 0.75
      "tex.1d.v4.f32.f32 {%f2, %f3, %f4, %f5}, [%tex, {%f1}]; st.global.f32 [%slot], %f2;",
      t, ramp(64));
  Requests requests;

  k.kernel.block({32, 1, 1}).run(&requests);

  const auto out = k.kernel.read<float>(k.out, 32);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], static_cast<float>(i) + 0.25F);
  // The second texel is in another sector for four of the 32 lanes (texels 8, 16, 24 and 32).
  EXPECT_EQ(requests.requests, 2U);
  EXPECT_EQ(requests.lanes, 32U + 4U);
}

TEST(Textures, NothingButAHandleIsRead) {
  Textured k(
      "add.u64 %tex, %tex, 8; tex.1d.v4.f32.s32 {%f2, %f3, %f4, %f5}, [%tex, {%r1}]; st.global.f32 [%slot], %f2;",
      row_of(64), ramp(64));

  EXPECT_NE(k.kernel.block({32, 1, 1}).fault().find("is not the handle of a texture or surface"), std::string::npos);
}

TEST(Textures, ATextureMustLieInItsMemory) {
  TextureDescriptor t = row_of(65);
  Textured k("tex.1d.v4.f32.s32 {%f2, %f3, %f4, %f5}, [%tex, {%r1}]; st.global.f32 [%slot], %f2;", t, ramp(64));

  EXPECT_NE(k.kernel.block({32, 1, 1}).fault().find("the memory of this texture or surface was freed"),
            std::string::npos);
}

TEST(Surfaces, AnAccessOutsideEndsTheLaunchWithThePlace) {
  Textured k("mul.lo.u32 %r2, %r1, 4; suld.b.1d.b32.trap {%r3}, [%tex, {%r2}]; st.global.u32 [%slot], %r3;", row_of(16),
             ramp(16));

  const std::string message = k.kernel.block({32, 1, 1}).fault();

  EXPECT_NE(message.find("surface access to byte 64 of row 0 in slice 0: the surface has 64 bytes a row"),
            std::string::npos)
      << message;
}

TEST(Surfaces, StoresAreSeenByLaterBlocks) {
  // Each block adds 1 to the texel that the one before it wrote: the blocks depend on each other.
  Textured k(
      "mov.u32 %r2, %ctaid.x; mul.lo.u32 %r2, %r2, 4; suld.b.1d.b32.clamp {%r3}, [%tex, {%r2}];\n"
      "add.u32 %r3, %r3, 1; add.u32 %r2, %r2, 4; sust.b.1d.b32.zero [%tex, {%r2}], {%r3};",
      row_of(64), std::vector<float>(64));
  TextureDescriptor t;

  k.kernel.grid({63, 1, 1}).block({1, 1, 1}).run();

  ASSERT_TRUE(from_bytes(k.kernel.read<std::byte>(k.handle, texture_descriptor_bytes), t));
  const auto texels = k.kernel.read<std::uint32_t>(t.data, 64);
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(texels[i], i);
}

TEST(Textures, ControlsAreKeptInThirtyTwoBits) {
  const TextureControl control{.shape = TextureShape::cubes,
                               .gathered = 3,
                               .integer_coordinates = true,
                               .outside = TextureControl::Outside::zero};

  const TextureControl back = TextureControl::of(control.packed());

  EXPECT_EQ(back.shape, control.shape);
  EXPECT_EQ(back.gathered, 3);
  EXPECT_TRUE(back.integer_coordinates);
  EXPECT_EQ(back.outside, control.outside);
}

}  // namespace
}  // namespace forewarp::emu::test
