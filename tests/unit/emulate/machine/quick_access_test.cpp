// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Loads and stores without an observer (quick_access.hpp) move what those with one move: every type, pattern and space.
#include "forewarp/emulate/machine/quick_access.hpp"

#include <fmt/format.h>

#include "forewarp/emulate/lanes/scalar/quick.hpp"
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

/// Watches and keeps nothing.
class Watcher : public Observer {
 public:
  [[nodiscard]] std::unique_ptr<Observer> fork() const override { return std::make_unique<Watcher>(); }
  void merge(Observer&) override {}
};

constexpr unsigned blocks = 2, threads = 64, words = 4096;

/// %a is the thread's element: where it loads and stores, by pattern.
struct Pattern {
  const char* name;
  const char* text;
};
constexpr Pattern patterns[] = {
    {"linear", "mov.u32 %a, %g;"},
    {"uniform", "mov.u32 %a, 5;"},
    {"strided", "mul.lo.u32 %a, %g, 3;"},
    {"reversed", "sub.u32 %a, 200, %g;"},
    {"eight at one place", "shr.u32 %a, %g, 3; mul.lo.u32 %a, %a, 3;"},
    {"rows of eight", "shr.u32 %a, %g, 3; mul.lo.u32 %a, %a, 11; and.b32 %r1, %g, 7; add.u32 %a, %a, %r1;"},
    {"one row shorter",
     "shr.u32 %a, %g, 3; mul.lo.u32 %a, %a, 9; and.b32 %r1, %g, 7; min.u32 %r1, %r1, 6; add.u32 %a, "
     "%a, %r1;"},
    {"shuffled", "mul.lo.u32 %a, %g, 37; and.b32 %a, %a, 127;"},
};

struct Type {
  const char* suffix;     ///< of ld and st
  const char* registers;  ///< %x: 16, 32 or 64 bits
  unsigned bytes;
};
constexpr Type types[] = {{"u8", "b16", 1},  {"s8", "b32", 1},  {"u16", "b16", 2}, {"s16", "b32", 2},
                          {"u8", "b64", 1},  {"u32", "b32", 4}, {"s32", "b64", 4}, {"f32", "b32", 4},
                          {"u64", "b64", 8}, {"f64", "b64", 8}};

constexpr const char* masks[] = {"", "setp.lt.u32 %p1, %t, 45; @!%p1 bra END;",
                                 "and.b32 %r1, %t, 5; setp.ne.u32 %p1, %r1, 4; @!%p1 bra END;"};

/// Loads elements of the first half of out and stores them 8192 bytes behind.
std::string kernel(const Pattern& pattern, const Type& type, unsigned elements, const char* mask, const char* space) {
  const std::string names = elements == 1 ? "%x0" : elements == 2 ? "{%x0, %x1}" : "{%x0, %x1, %x2, %x3}";
  const std::string vector = elements == 1 ? "" : fmt::format(".v{}", elements);
  const std::string type_name = vector + "." + type.suffix;
  std::string text =
      fmt::format(".reg .{} %x<4>; .reg .b32 %a; .reg .b64 %from, %to;\n{}\n{}\n", type.registers, pattern.text, mask);
  text += fmt::format("mad.wide.u32 %from, %a, {0}, %out; add.u64 %to, %from, 8192;\n", type.bytes * elements);
  if (std::string_view(space) == "global") {
    text += fmt::format("ld.global{0} {1}, [%from]; st.global{0} [%to], {1};\n", type_name, names);
  } else if (std::string_view(space) == "generic") {
    text += fmt::format("ld{0} {1}, [%from]; st{0} [%to], {1};\n", type_name, names);
  } else {
    // Through a place of the thread's own in shared or local memory, 16 bytes a thread and an offset of 32.
    const bool shared = std::string_view(space) == "shared";
    text = fmt::format(".{} .align 16 .b8 box[{}];\n", space, shared ? 64 * 32 + 32 : 64) + text;
    text += shared ? "mov.u32 %r2, box; mad.lo.u32 %r2, %t, 32, %r2;\n" : "mov.u32 %r2, box;\n";
    text += fmt::format(
        "ld.global{0} {1}, [%from]; st.{2}{0} [%r2+32], {1}; ld.{2}{0} {1}, [%r2+32]; st.global{0} [%to], {1};\n",
        type_name, names, space);
  }
  return text + "END:";
}

Values result(const std::string& text, bool watched, Isa isa) {
  MachineOptions options{.threads = 1};
  options.isa = isa;
  Kernel k(body(text), options);
  Values values(words);
  for (unsigned i = 0; i < words; ++i) values[i] = i * 0x9e3779b9U;
  const std::uint64_t out = k.buffer(values, "out");
  Watcher watcher;
  k.grid({blocks, 1, 1}).block({threads, 1, 1}).run(watched ? &watcher : nullptr);
  Values after = k.read<std::uint32_t>(out, words);
  EXPECT_NE(after, values) << "nothing was stored";
  return after;
}

void expect_same(Isa isa) {
  for (const char* space : {"global", "generic", "shared", "local"})
    for (const Pattern& pattern : patterns)
      for (const Type& type : types)
        for (const unsigned elements : {1U, 2U, 4U})
          for (const char* mask : masks) {
            if (elements * type.bytes > 16) continue;
            const std::string text = kernel(pattern, type, elements, mask, space);
            const Values watched = result(text, true, isa);
            EXPECT_EQ(result(text, false, isa), watched) << pattern.name << '\n' << text;
          }
}

TEST(QuickAccess, MovesWhatObservedAccessesMoveWithAvx2) {
  if (best_isa() < Isa::x86_64_v3) GTEST_SKIP() << "this processor has no AVX2";
  expect_same(Isa::x86_64_v3);
}

TEST(QuickAccess, MovesWhatObservedAccessesMoveWithAvx512) {
  if (best_isa() < Isa::x86_64_v4) GTEST_SKIP() << "this processor has no AVX-512";
  expect_same(Isa::x86_64_v4);
}

// Both loads share an address register. The second one leaves out, which has 4 * 128 bytes, in the last block's upper
// lanes: element 96 + 32 is behind the end.
TEST(QuickAccess, AnAccessThatLeavesTheBufferIsAFaultAfterOneThatDoesNot) {
  Kernel k(
      body("ld.global.u32 %r1, [%slot]; ld.global.u32 %r2, [%slot+128]; add.u32 %r1, %r1, %r2; st.global.u32 [%slot], "
           "%r1;"));
  k.buffer(Values(128), "out");

  const std::string fault = k.grid({4, 1, 1}).block({32, 1, 1}).fault();

  EXPECT_NE(fault.find("out of bounds, byte 512 of buffer 'out' (512 bytes) [block (3,0,0) thread (0,0,0)]"),
            std::string::npos)
      << fault;
}

QuickRequest request_of(const std::array<std::uint64_t, 32>& addresses, std::uint64_t base, std::uint64_t limit) {
  return {.row = reinterpret_cast<const std::uint8_t*>(addresses.data()),
          .registers = nullptr,
          .rows = nullptr,
          .offset = 0,
          .first = addresses[0],
          .base = base,
          .limit = limit,
          .host = nullptr,
          .lane_distance = 0};
}

// 32 floats from 0x1000 on: the last one begins 124 bytes behind the first.
TEST(QuickAccess, ClassifiesBoundsAlignmentAndLayout) {
  if (best_isa() == Isa::baseline) GTEST_SKIP() << "this processor has no AVX2";
  const QuickAccess quick = quick_access_of({}, best_isa());
  ASSERT_NE(quick.classify, nullptr);
  std::array<std::uint64_t, 32> addresses{};
  for (unsigned lane = 0; lane < 32; ++lane) addresses[lane] = 0x1000 + lane * 4;

  EXPECT_EQ(quick.classify(request_of(addresses, 0x1000, 124), 0xffffffff), QuickPattern::linear);
  EXPECT_EQ(quick.classify(request_of(addresses, 0x1000, 123), 0xffffffff), QuickPattern::outside);
  EXPECT_EQ(quick.classify(request_of(addresses, 0x1004, 200), 0xffffffff), QuickPattern::outside);
  EXPECT_EQ(quick.classify(request_of(addresses, 0x1000, 64), 0x0000ffff), QuickPattern::linear);
  addresses[9] = 0x1000;
  EXPECT_EQ(quick.classify(request_of(addresses, 0x1000, 124), 0xffffffff), QuickPattern::scattered);
  EXPECT_EQ(quick.classify(request_of(addresses, 0x1000, 124), 0xfffffdff), QuickPattern::linear);
  addresses[9] = 0x1002;
  EXPECT_EQ(quick.classify(request_of(addresses, 0x1000, 124), 0xffffffff), QuickPattern::outside);
  addresses.fill(0x1010);
  EXPECT_EQ(quick.classify(request_of(addresses, 0x1000, 124), 0xffffffff), QuickPattern::uniform);
}

// Four groups, 64 bytes apart: the last lane begins 3 * 64 bytes behind the first one, or 28 bytes behind that.
TEST(QuickAccess, ClassifiesGroupsOfEightLanes) {
  if (best_isa() == Isa::baseline) GTEST_SKIP() << "this processor has no AVX2";
  const QuickAccess quick = quick_access_of({}, best_isa());
  std::array<std::uint64_t, 32> rows{}, places{};
  for (unsigned lane = 0; lane < 32; ++lane) {
    places[lane] = 0x1000 + 64 * (lane / 8);
    rows[lane] = places[lane] + 4 * (lane % 8);
  }

  EXPECT_EQ(quick.classify(request_of(rows, 0x1000, 220), 0xffffffff), QuickPattern::linear_groups);
  EXPECT_EQ(quick.classify(request_of(rows, 0x1000, 219), 0xffffffff), QuickPattern::outside);
  EXPECT_EQ(quick.classify(request_of(rows, 0x1000, 220), 0xffff00ff), QuickPattern::scattered);
  EXPECT_EQ(quick.classify(request_of(places, 0x1000, 192), 0xffffffff), QuickPattern::uniform_groups);
  EXPECT_EQ(quick.classify(request_of(places, 0x1000, 191), 0xffffffff), QuickPattern::outside);
  places[31] += 4;
  EXPECT_EQ(quick.classify(request_of(places, 0x1000, 196), 0xffffffff), QuickPattern::scattered);
  rows[8] = 0x800;  // below the range; its group is no row any more
  EXPECT_EQ(quick.classify(request_of(rows, 0x1000, 220), 0xffffffff), QuickPattern::outside);
}

}  // namespace
}  // namespace forewarp::emu::test
