// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// _exit and _Exit of programs, which run no exit handlers: the recording gets its end here. The C library's own calls
// (vfork and exec in system(), say) do not come here.
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

#include "forewarp/runtime/cudart/process.hpp"

extern "C" {

void _exit(int status) {
  forewarp::cudart::finish_without_waiting();
  while (true) syscall(SYS_exit_group, status);
}

void _Exit(int status) noexcept { _exit(status); }
}
