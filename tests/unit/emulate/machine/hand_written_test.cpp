// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// PTX as people write it, whole kernels with one thread: inputs and results are those that the hardware gives.
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

/// Runs k(in, out) with one thread. %in and %out hold the addresses.
template <typename In, typename Out = In>
std::vector<Out> run_one(const std::vector<In>& in, std::size_t results, const std::string& text) {
  Kernel k(R"(
.visible .entry k(.param .u64 in_p, .param .u64 out_p) {
  .reg .u64 %in, %out;
  ld.param.u64 %in, [in_p];
  ld.param.u64 %out, [out_p];
)" + text + "\n  ret;\n}\n");
  k.buffer(in, "in");
  const std::uint64_t out = k.buffer(std::vector<Out>(results), "out");
  k.block({1, 1, 1}).run();
  return k.read<Out>(out, results);
}

using Bytes = std::vector<std::uint8_t>;
using Words = std::vector<std::uint32_t>;
using Longs = std::vector<std::uint64_t>;

TEST(HandWritten, VectorsAreReorderedByMoves) {
  // b = (2 3 4 1); (c d a b) = it; then one more turn: 3 4 1 2.
  EXPECT_EQ(run_one<std::uint8_t>({1, 2, 3, 4}, 4, R"(
  .reg .u16 a, b, c, d; .reg .v4.u16 v;
  ld.global.v4.u8 {a, b, c, d}, [%in];
  mov.v4.u16 v, {b, c, d, a};
  mov.v4.u16 {c, d, a, b}, v;
  mov.v4.u16 {d, a, b, c}, {c, d, a, b};
  st.global.v4.u8 [%out], {a, b, c, d};)"),
            (Bytes{3, 4, 1, 2}));
}

TEST(HandWritten, EightElementsMoveAtOnce) {
  EXPECT_EQ(run_one<std::uint8_t>({1, 2, 3, 4, 5, 6, 7, 8}, 8, R"(
  .reg .u16 t<8>;
  ld.global.v8.u8 {t0, t1, t2, t3, t4, t5, t6, t7}, [%in];
  mov.v8.u16 {t4, t5, t6, t7, t0, t1, t2, t3}, {t3, t4, t5, t6, t7, t0, t1, t2};
  st.global.v8.u8 [%out], {t0, t1, t2, t3, t4, t5, t6, t7};)"),
            (Bytes{8, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(HandWritten, AnElementOfAVectorIsARegister) {
  EXPECT_EQ(run_one<std::uint32_t>({1, 2, 3, 4}, 1, R"(
  .reg .v4 .u32 v; .reg .u32 w;
  ld.v4.u32 v, [%in];
  mov.b32 w, v.w;
  st.u32 [%out], w;)"),
            (Words{4}));
}

TEST(HandWritten, HalvesOfAWordAreAVectorOfTwo) {
  EXPECT_EQ(run_one<std::uint32_t>({0x12345678}, 2, R"(
  .reg .v2.b16 h; .reg .b32 w;
  ld.b32 w, [%in];
  mov.b32 h, w;
  st.b16 [%out], h.x;
  st.b16 [%out+4], h.y;)"),
            (Words{0x5678, 0x1234}));
}

TEST(HandWritten, ARegisterPlusAConstantIsStored) {
  EXPECT_EQ(run_one<std::uint64_t>({12}, 1, R"(
  .local .align 8 .b8 x[8]; .reg .b64 t;
  ld.global.u64 t, [%in];
  st.u64 [x], t + 1;
  ld.u64 t, [x];
  st.global.u64 [%out], t;)"),
            (Longs{13}));
}

TEST(HandWritten, AnAdditionSeesTheCarryThatASubtractionLeaves) {
  // 0x627adf75 - 0x864ccef5 borrows: the low word is the difference, and addc adds nothing.
  EXPECT_EQ((run_one<std::uint32_t, std::uint64_t>({0x627adf75, 0x864ccef5}, 1, R"(
  .reg .b32 a, b; .reg .b64 r;
  ld.b32 a, [%in];
  ld.b32 b, [%in+4];
  sub.cc.s32 a, a, b;
  addc.u32 b, 0, 0;
  mov.b64 r, {a, b};
  st.b64 [%out], r;)")),
            (Longs{0xdc2e1080}));
  // 0 - 1 borrows, so 2 - 0 - 1 is left; and 1 + 0 + 0.
  EXPECT_EQ(run_one<std::uint32_t>({0}, 2, R"(
  .reg .b32 t, a, b;
  sub.cc.s32 t, 0, 1;
  subc.s32 a, 2, 0;
  sub.cc.s32 t, 0, 1;
  addc.s32 b, 1, 0;
  st.s32 [%out], a;
  st.s32 [%out+4], b;)"),
            (Words{1, 1}));
}

TEST(HandWritten, ALongSubtractionBorrowsFromWordToWord) {
  // 2^32 - 1 = 0xffffffff and nothing above.
  EXPECT_EQ(run_one<std::uint32_t>({0, 1, 1, 0}, 2, R"(
  .reg .b32 a, b, c, d;
  ld.u32 a, [%in]; ld.u32 b, [%in+4]; ld.u32 c, [%in+8]; ld.u32 d, [%in+12];
  sub.cc.u32 a, a, c;
  subc.u32 b, b, d;
  st.u32 [%out], a;
  st.u32 [%out+4], b;)"),
            (Words{0xffffffff, 0}));
}

TEST(HandWritten, PackingSaturatesAndKeepsWhatIsBelow) {
  EXPECT_EQ(run_one<std::uint32_t>({static_cast<std::uint32_t>(-257), 257, static_cast<std::uint32_t>(-130436883)}, 2,
                                   R"(
  .reg .b32 a, b, c, u, s;
  ld.b32 a, [%in]; ld.b32 b, [%in+4]; ld.b32 c, [%in+8];
  cvt.pack.sat.u8.s32.b32 u, a, b, c;
  cvt.pack.sat.s8.s32.b32 s, a, b, 0xf839b0ed;
  st.s32 [%out], u;
  st.s32 [%out+4], s;)"),
            (Words{2968322303U, 2968354943U}));
}

TEST(HandWritten, VideoInstructionsTakePartsOfRegisters) {
  EXPECT_EQ(run_one<std::uint32_t>({0x8e2da590, 16, 0x248a9f70}, 3, R"(
  .reg .u32 t<4>;
  ld.u32 t1, [%in]; ld.u32 t2, [%in+4]; ld.u32 t3, [%in+8];
  vshr.u32.u32.u32.clamp.add t0, t1, t2, t3;
  st.u32 [%out], t0;
  vshr.u32.u32.u32.clamp.add t0, t1, 32, t3;
  st.u32 [%out+4], t0;
  vadd.s32.u32.s32 t0.h1, t1.b0, -0x10, t3;
  st.u32 [%out+8], t0;)"),
            (Words{613100957, 613064560, 0x00809f70}));  // 0x90 - 0x10 = 0x80 into the upper half
}

TEST(HandWritten, APartOfARegisterElsewhereIsNotEmulated) {
  const std::string message = fault_of("add.u32 %r0, %r1.b0, %r2; st.global.u32 [%slot], %r0;", 1);
  EXPECT_NE(message.find("instruction 'add.u32' is not emulated"), std::string::npos) << message;
}

}  // namespace
}  // namespace forewarp::emu::test
