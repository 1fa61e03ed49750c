// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/schedule.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/parse.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::loop;

LoopTag local(int axis) { return {LoopTag::Kind::local, axis}; }
LoopTag group(int axis) { return {LoopTag::Kind::group, axis}; }

/// The tiled product of stevens2020, section 2.1, as its transformations leave it.
Program tiled_product() {
  Program p = parse_file(
                  "kernel matmul\n"
                  "domain { [io,ii,jo,ji,ko,ki] : 0 <= 16*io + ii < n and 0 <= 16*jo + ji < n and 0 <= 16*ko + ki < n"
                  " and 0 <= ii,ji,ki < 16 }\n"
                  "domain { [f0,f1] : 0 <= f0,f1 < 16 }\n"
                  "domain { [h0,h1] : 0 <= h0,h1 < 16 }\n"
                  "assume n >= 1 and n mod 16 = 0\n"
                  "local af, bf: f32[16,16]\n"
                  "global a, b, c: f32[n, n]\n"
                  "init: acc = 0.0 within io, jo, ii, ji\n"
                  "fa: af[f0,f1] = a[16*io + f0, 16*ko + f1] within jo\n"
                  "fb: bf[h0,h1] = b[16*ko + h0, 16*jo + h1] within io\n"
                  "up: acc = acc + af[ii,ki]*bf[ki,ji] within io, jo, ko\n"
                  "st: c[16*io + ii, 16*jo + ji] = acc\n")
                  .program;
  p.tags = {{"io", group(1)}, {"jo", group(0)}, {"ii", local(1)}, {"ji", local(0)},
            {"f0", local(1)}, {"f1", local(0)}, {"h0", local(1)}, {"h1", local(0)}};
  return p;
}

TEST(LoopSchedule, TheTiledProductHasThePapersTwoBarriers) {
  EXPECT_EQ(to_text(schedule(tiled_product())),
            "init\n"
            "for ko\n"
            "  barrier\n"
            "  fa\n"
            "  fb\n"
            "  barrier\n"
            "  for ki\n"
            "    up\n"
            "st\n");
}

TEST(LoopSchedule, WhatAWorkItemWroteItselfNeedsNoBarrier) {
  Program p = parse_file(
                  "domain { [g,l] : 0 <= g < n and 0 <= l < 64 }\n"
                  "local t: f32[64]\nglobal r, a: f32[n, 64]\n"
                  "t[l] = a[g,l] within g\n"
                  "r[g,l] = 2.0*t[l]\n")
                  .program;
  p.tags = {{"g", group(0)}, {"l", local(0)}};
  EXPECT_EQ(to_text(schedule(p)), "s0\ns1\n");
  p.statements[1].value = make(Op::multiply, {real(2), subscript("t", {make(Op::subtract, {integer(63), name("l")})})});
  EXPECT_EQ(to_text(schedule(p)), "s0\nbarrier\ns1\n");
}

TEST(LoopSchedule, ALoopThatBeginsWithABarrierNeedsNoneBeforeIt) {
  Program p = parse_file(
                  "domain { [m,k,l,f] : 0 <= m < 3 and 0 <= k < n and 0 <= l,f < 64 }\n"
                  "assume n >= 1\n"
                  "local t: f32[64]\nglobal r: f32[3,64]\nglobal a: f32[n + 2, 64]\n"
                  "init: acc = 0.0 within m, l\n"
                  "fetch: t[f] = a[m + k, f]\n"
                  "up: acc = acc + t[63 - l] within m, k, l\n"
                  "st: r[m,l] = acc\n")
                  .program;
  p.tags = {{"l", local(0)}, {"f", local(0)}};
  EXPECT_EQ(to_text(schedule(p)),
            "for m\n"
            "  init\n"
            "  for k\n"
            "    barrier\n"
            "    fetch\n"
            "    barrier\n"
            "    up\n"
            "  st\n");
}

TEST(LoopSchedule, SequentialProgramsShareTheirLoops) {
  const Program p = parse_file(
                        "domain { [i,j] : 0 <= i,j < n }\n"
                        "x = 0.0 within i\n"
                        "x = x + a[i,j]\n"
                        "r[i] = x\n")
                        .program;
  EXPECT_EQ(to_text(schedule(p)), "for i\n  s0\n  for j\n    s1\n  s2\n");
}

TEST(LoopSchedule, AStatementBetweenTwoThatShareALoopIsRefused) {
  const Program p = parse_file(
                        "domain { [i] : 0 <= i < n }\n"
                        "private x, y: f32\n"
                        "x = a[i] within i\n"
                        "y = x\n"
                        "r[i] = y\n")
                        .program;
  try {
    (void)schedule(p);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_EQ(std::string(e.what()),
              "kernel: 's1' has to run after one and before another of the statements that share the loop 'i': "
              "duplicate the loop's name for "
              "one of them");
  }
}

}  // namespace
