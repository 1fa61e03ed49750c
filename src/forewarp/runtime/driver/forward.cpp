// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// libcuda.so.1: one jump per entry point to its code in libforewarp_cudart.so, which has the session. The addresses are
// there in a table in the order of entry_points.def; arguments stay in their registers and on the stack. (A linker's
// filter would do the same, but glibc 2.36 finds no exception handlers in a library that is loaded through one.)
#if defined(__x86_64__)
#define FOREWARP_JUMP "  movq __cudaForewarpDriver@GOTPCREL(%rip), %r11\n  jmp *forewarp_place(%r11)\n"
#elif defined(__aarch64__)
#define FOREWARP_JUMP                                                                         \
  "  adrp x16, :got:__cudaForewarpDriver\n  ldr x16, [x16, :got_lo12:__cudaForewarpDriver]\n" \
  "  ldr x16, [x16, #forewarp_place]\n  br x16\n"
#else
#error "no jump for this processor"
#endif

#define FOREWARP_DRIVER_ENTRY(name, symbol, version)                                                               \
  ".globl " #symbol "\n.type " #symbol ", @function\n" #symbol ":\n" FOREWARP_JUMP ".size " #symbol ", .-" #symbol \
  "\n.set forewarp_place, forewarp_place + 8\n"
asm(".text\n.set forewarp_place, 0\n"
#include "forewarp/runtime/driver/entry_points.def"
);
#undef FOREWARP_DRIVER_ENTRY
