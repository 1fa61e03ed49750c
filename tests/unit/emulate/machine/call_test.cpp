// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Direct, indirect and recursive calls.
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

constexpr const char* square = R"(
.func (.param .b32 result) square(.param .b32 x) {
  .reg .b32 %r<3>;
  ld.param.u32 %r1, [x];
  mul.lo.u32 %r2, %r1, %r1;
  st.param.b32 [result], %r2;
  ret;
}
)";

TEST(Call, PassesArgumentsAndResultsThroughParamSpace) {
  const Values out = run_body(R"(
    { .param .b32 a; .param .b32 b;
      st.param.b32 [a], %t;
      call.uni (b), square, (a);
      ld.param.b32 %r1, [b]; }
    st.global.u32 [%slot], %r1;)",
                              40, square);

  for (unsigned t = 0; t < 40; ++t) EXPECT_EQ(out[t], t * t);
}

TEST(Call, PassesArgumentsAndResultsInRegisters) {
  const Values out = run_body(R"(
    call.uni (%r1), sum, (%t, 7);
    st.global.u32 [%slot], %r1;)",
                              4, R"(
.func (.reg .u32 result) sum(.reg .u32 x, .reg .u32 y) {
  add.u32 result, x, y;
  ret;
}
)");

  EXPECT_EQ(out, (Values{7, 8, 9, 10}));
}

TEST(Call, SeveralResultsComeBackPredicatesAmongThem) {
  // Lane t gets 2 t + 1, and whether t is even decides what is stored.
  const auto out = run_body(R"(
  call (%r0, %p0), both, (%t);
  selp.u32 %r1, %r0, 1000, %p0;
  st.global.u32 [%slot], %r1;)",
                            32, R"(
.func (.reg .u32 a, .reg .pred b) both(.reg .u32 x) {
  .reg .u32 %low;
  shl.b32 a, x, 1;
  add.u32 a, a, 1;
  and.b32 %low, x, 1;
  setp.eq.u32 b, %low, 0;
  ret;
}
)");

  for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(out[t], t % 2 == 0 ? 2 * t + 1 : 1000);
}

TEST(Call, PredicatesArePassedAsArgumentsAndForTheCallingLanesAlone) {
  // Lanes below 8 call with p = t < 4 and get its opposite; the others keep what they had, true.
  const auto out = run_body(R"(
  setp.lt.u32 %p0, %t, 4;
  setp.lt.u32 %p1, %t, 8;
  setp.ge.u32 %p2, %t, 0;
  @%p1 call (%p2), opposite, (%p0);
  selp.u32 %r1, 1, 0, %p2;
  st.global.u32 [%slot], %r1;)",
                            32, ".func (.reg .pred b) opposite(.reg .pred x) { not.pred b, x; ret; }\n");

  for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(out[t], t < 4 ? 0U : 1U);
}

TEST(Call, VectorRegistersArePassedWhole) {
  // (x, y) becomes (x + y, x + y), packed into 64 bits: the lower half is stored.
  const auto out = run_body(R"(
  .reg .v2 .u32 %v;
  mov.u32 %v.x, %t;
  mov.u32 %v.y, 100;
  call (%v), sum, (%v);
  mov.b64 %rd0, %v;
  cvt.u32.u64 %r0, %rd0;
  add.u32 %r0, %r0, %v.y;
  st.global.u32 [%slot], %r0;)",
                            32, R"(
.func (.reg .v2 .u32 o) sum(.reg .v2 .u32 i) {
  .reg .v2 .u32 t; .reg .u32 s;
  add.u32 s, i.x, i.y;
  mov.u32 t.x, s;
  mov.u32 t.y, s;
  mov.v2.u32 o, t;
  ret;
}
)");

  for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(out[t], 2 * (t + 100));
}

TEST(Call, GuardedCallsLeaveTheOtherLanesAlone) {
  const Values out = run_body(R"(
    mov.u32 %r1, 1;
    setp.gt.u32 %p1, %t, 1;
    { .param .b32 a; .param .b32 b;
      st.param.b32 [a], %t;
      @%p1 call (b), square, (a);
      @%p1 ld.param.b32 %r1, [b]; }
    st.global.u32 [%slot], %r1;)",
                              4, square);

  EXPECT_EQ(out, (Values{1, 1, 4, 9}));
}

constexpr const char* factorial = R"(
.func (.param .b32 result) factorial(.param .b32 x) {
  .reg .b32 %r<5>; .reg .pred %p1;
  ld.param.u32 %r1, [x];
  setp.gt.u32 %p1, %r1, 1;
  @%p1 bra RECURSE;
  st.param.b32 [result], 1;
  ret;
RECURSE:
  sub.u32 %r2, %r1, 1;
  { .param .b32 a; .param .b32 b;
    st.param.b32 [a], %r2;
    call.uni (b), factorial, (a);
    ld.param.b32 %r3, [b]; }
  mul.lo.u32 %r4, %r1, %r3;
  st.param.b32 [result], %r4;
  ret;
}
)";

TEST(Call, RecursesToADifferentDepthInEachLane) {
  const Values out = run_body(R"(
    { .param .b32 a; .param .b32 b;
      st.param.b32 [a], %t;
      call.uni (b), factorial, (a);
      ld.param.b32 %r1, [b]; }
    st.global.u32 [%slot], %r1;)",
                              11, factorial);

  EXPECT_EQ(out, (Values{1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800}));
}

TEST(Call, EndlessRecursionIsAFault) {
  const std::string message = fault_of("call.uni loop, ();", 1, R"(
.func loop() { call.uni loop, (); ret; }
)");

  EXPECT_NE(message.find("in 'loop': more than 1024 nested calls"), std::string::npos) << message;
}

TEST(Call, IndirectCallsGoWhereEachLanePoints) {
  const Values out = run_body(R"(
    mov.u64 %rd1, square; mov.u64 %rd2, twice;
    and.b32 %r1, %t, 1; setp.eq.u32 %p1, %r1, 1;
    selp.b64 %rd3, %rd1, %rd2, %p1;
    { .param .b32 a; .param .b32 b;
      st.param.b32 [a], %t;
      prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
      call (b), %rd3, (a), prototype;
      ld.param.b32 %r1, [b]; }
    st.global.u32 [%slot], %r1;)",
                              8, std::string(square) + R"(
.func (.param .b32 result) twice(.param .b32 x) {
  .reg .b32 %r<3>;
  ld.param.u32 %r1, [x];
  add.u32 %r2, %r1, %r1;
  st.param.b32 [result], %r2;
  ret;
}
)");

  EXPECT_EQ(out, (Values{0, 1, 4, 9, 8, 25, 12, 49}));
}

TEST(Call, FunctionsWriteToTheStackOfTheirCaller) {
  const Values out = run_body(R"(
    .local .align 4 .b8 stack[8];
    mov.u64 %rd1, stack; cvta.local.u64 %rd2, %rd1;
    st.local.u32 [stack], 1; st.local.u32 [stack+4], 2;
    { .param .b64 a; st.param.b64 [a], %rd2; call.uni fill, (a); }
    ld.local.u32 %r1, [stack]; ld.local.u32 %r2, [stack+4];
    add.u32 %r1, %r1, %r2;
    st.global.u32 [%slot], %r1;)",
                              3, R"(
.func fill(.param .b64 p) {
  .local .align 8 .b8 own[16];
  .reg .b64 %rd<3>; .reg .b32 %r<3>;
  ld.param.u64 %rd1, [p];
  st.local.u32 [own+8], 77;
  mov.u32 %r1, %tid.x;
  st.u32 [%rd1+4], %r1;
  ret;
}
)");

  EXPECT_EQ(out, (Values{1, 2, 3}));
}

TEST(Call, EmptyFunctionsAndKernelsReturnAtOnce) {
  EXPECT_EQ(run_body("call.uni nothing, (); st.global.u32 [%slot], 5;", 2, ".func nothing() {}\n"), Values(2, 5));

  Kernel empty(".visible .entry k() {}\n");
  EXPECT_NO_THROW(empty.grid({3, 1, 1}).run());
}

TEST(Call, ADeclaredFunctionWithoutBodyFaultsWhenCalled) {
  const std::string message = fault_of("call.uni elsewhere, ();", 1, ".extern .func elsewhere();\n");

  EXPECT_NE(message.find("call of 'elsewhere', which has no body here (--source"), std::string::npos) << message;
}

TEST(Call, FreeOfWhatMallocDidNotReturnIsAFault) {
  const std::string message = fault_of("{ .param .b64 a; st.param.b64 [a], %out; call.uni free, (a); }", 1,
                                       ".extern .func free(.param .b64 p);\n");

  EXPECT_NE(message.find("free of an address that malloc did not return"), std::string::npos) << message;
}

constexpr const char* print_declaration = R"(
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.global .align 1 .b8 format[30] = {116, 61, 37, 100, 32, 120, 61, 37, 46, 50, 102, 32, 108, 61, 37, 108, 108, 117, 32, 115, 61, 37, 45, 51, 115, 124, 10, 0};
.global .align 1 .b8 word[3] = {104, 105, 0};
)";  // "t=%d x=%.2f l=%llu s=%-3s|\n", "hi"

TEST(Call, PrintsLaneByLaneInBlockOrder) {
  Kernel k(body(R"(
    .local .align 8 .b8 args[32];
    mov.u64 %rd1, args; cvta.local.u64 %rd1, %rd1;
    mov.u64 %rd2, format; cvta.global.u64 %rd2, %rd2;
    mov.u64 %rd3, word; cvta.global.u64 %rd3, %rd3;
    st.local.u32 [args], %g;
    cvt.rn.f64.u32 %fd1, %g; mul.f64 %fd1, %fd1, 0d3FE0000000000000; st.local.f64 [args+8], %fd1;
    st.local.u64 [args+16], 5000000000; st.local.u64 [args+24], %rd3;
    { .param .b64 f; .param .b64 a; .param .b32 r;
      st.param.b64 [f], %rd2; st.param.b64 [a], %rd1;
      call.uni (r), vprintf, (f, a);
      ld.param.b32 %r1, [r]; }
    st.global.u32 [%slot], %r1;)",
                print_declaration));
  const std::uint64_t out = k.buffer(Values(4));

  k.grid({2, 1, 1}).block({2, 1, 1}).run();

  EXPECT_EQ(k.machine().printed(),
            "t=0 x=0.00 l=5000000000 s=hi |\nt=1 x=0.50 l=5000000000 s=hi |\n"
            "t=2 x=1.00 l=5000000000 s=hi |\nt=3 x=1.50 l=5000000000 s=hi |\n");
  EXPECT_EQ(k.read<std::uint32_t>(out, 4), Values(4, 4));
}

/// "%hd %hhd %hu %hhx %hhu\n"
constexpr const char* short_declaration = R"(
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.global .align 1 .b8 format[26] = {37, 104, 100, 32, 37, 104, 104, 100, 32, 37, 104, 117, 32, 37, 104, 104, 120, 32, 37, 104, 104, 117, 10, 0};
)";

// 70000 is 0x11170: its low 16 bits are 4464, its low 8 bits 0x70 = 112; -2 has them all set but the lowest.
TEST(Call, PrintsShortIntegersWithTheirLowBytes) {
  Kernel k(body(R"(
    .local .align 8 .b8 args[32];
    mov.u64 %rd1, args; cvta.local.u64 %rd1, %rd1;
    mov.u64 %rd2, format; cvta.global.u64 %rd2, %rd2;
    st.local.u32 [args], 70000; st.local.u32 [args+4], -2; st.local.u32 [args+8], -2;
    st.local.u32 [args+12], 70000; st.local.u32 [args+16], -2;
    { .param .b64 f; .param .b64 a; .param .b32 r;
      st.param.b64 [f], %rd2; st.param.b64 [a], %rd1;
      call.uni (r), vprintf, (f, a); }
    st.global.u32 [%slot], 1;)",
                short_declaration));
  k.buffer(Values(1));

  k.grid({1, 1, 1}).block({1, 1, 1}).run();

  EXPECT_EQ(k.machine().printed(), "4464 -2 65534 70 254\n");
}

TEST(Call, AFailedAssertionTellsItsText) {
  const std::string message = fault_of(R"(
    mov.u64 %rd1, text;
    setp.ne.u32 %p1, %t, 2;
    @%p1 bra FINE;
    { .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e;
      st.param.b64 [a], %rd1; st.param.b64 [b], %rd1; st.param.b32 [c], 42; st.param.b64 [d], %rd1; st.param.b64 [e], 1;
      call.uni __assertfail, (a, b, c, d, e); }
  FINE:)",
                                       4, R"(
.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.global .align 1 .b8 text[4] = {120, 62, 48, 0};
)");

  EXPECT_NE(message.find("assertion `x>0' failed at x>0:42 in x>0 [block (0,0,0) thread (2,0,0)]"), std::string::npos)
      << message;
}

}  // namespace
}  // namespace forewarp::emu::test
