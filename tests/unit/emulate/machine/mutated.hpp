// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A program with a bit of everything, and the same with lines and numbers changed at random.
#include <random>

#include "kernel.hpp"

namespace forewarp::emu::test {

inline const std::string program = ".version 8.5\n.target sm_80\n.address_size 64\n" + body(R"(
  .shared .align 16 .b8 s[256];
  .local .align 8 .b8 l[16];
  shl.b32 %r1, %t, 2;
  mov.u32 %r2, s;
  add.u32 %r2, %r2, %r1;
  st.shared.u32 [%r2], %t;
  bar.sync 0;
  and.b32 %r3, %t, 3;
  setp.lt.u32 %p1, %r3, 2;
  @%p1 bra LOW;
  atom.shared.add.u32 %r4, [s], 3;
  bra MEET;
LOW:
  ld.shared.u32 %r4, [%r2];
MEET:
  mov.u64 %rd1, l;
  cvta.local.u64 %rd2, %rd1;
  st.u32 [%rd2+4], %r4;
  ld.local.u32 %r5, [l+4];
  { .param .b32 a; .param .b32 b; st.param.b32 [a], %r5; call.uni (b), f, (a); ld.param.b32 %r6, [b]; }
  mov.u32 %r7, 0;
LOOP:
  add.u32 %r7, %r7, 1;
  red.global.add.u32 [%out], %r7;
  setp.lt.u32 %p2, %r7, %r3;
  @%p2 bra LOOP;
  shfl.sync.bfly.b32 %r8, %r6, 1, 31, -1;
  st.global.u32 [%slot], %r8;)",
                                                                                            R"(
.func (.param .b32 r) f(.param .b32 x) {
  .reg .b32 %r<3>;
  ld.param.u32 %r1, [x];
  mad.lo.u32 %r2, %r1, %r1, 1;
  st.param.b32 [r], %r2;
  ret;
}
)");

inline std::string mutated(std::mt19937& random) {
  std::string text = program;
  for (std::size_t changes = 1 + random() % 3; changes > 0; --changes) {
    const std::size_t at = random() % text.size();
    switch (random() % 4) {
      case 0:
        text[at] = static_cast<char>('0' + random() % 10);
        break;
      case 1:
        text[at] = text[random() % text.size()];
        break;
      case 2: {  // a line goes
        const std::size_t begin = text.rfind('\n', at), end = text.find('\n', at);
        if (begin != std::string::npos && end != std::string::npos) text.erase(begin, end - begin);
        break;
      }
      default: {  // a line comes again elsewhere
        const std::size_t begin = text.rfind('\n', at), end = text.find('\n', at),
                          to = text.find('\n', random() % text.size());
        if (begin != std::string::npos && end != std::string::npos && to != std::string::npos)
          text.insert(to, text.substr(begin, end - begin));
      }
    }
  }
  return text;
}

}  // namespace forewarp::emu::test
