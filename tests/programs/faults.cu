// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Programs that do not end well, by their argument.
#include <sys/syscall.h>
#include <unistd.h>

#include <cassert>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "check.h"

__global__ void out_of_bounds(int* x) { x[1 << 20] = 1; }
__global__ void fails(int value) { assert(value == 1); }
__global__ void prints(int value) {
  if (threadIdx.x % 2 == 0) printf("thread %d of block %d: %d %.1f %s\n", threadIdx.x, blockIdx.x, value, 0.5, "text");
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  int* x;
  CALL(cudaMalloc(&x, sizeof(int)));
  prints<<<2, 4>>>(7);
  CALL(cudaDeviceSynchronize());
  std::fflush(stdout);
  if (!std::strcmp(what, "bounds")) {
    out_of_bounds<<<1, 1>>>(x);
    CHECK(cudaGetLastError() == cudaSuccess);  // nobody has waited yet
    CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    CHECK(cudaMalloc(&x, 4) == cudaErrorIllegalAddress);
    CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
    return 5;
  }
  if (!std::strcmp(what, "assert")) {
    fails<<<1, 1>>>(2);
    CHECK(cudaDeviceSynchronize() == cudaErrorAssert);
    return 6;
  }
  if (!std::strcmp(what, "exit")) _exit(3);
  if (!std::strcmp(what, "quick")) std::quick_exit(3);
  // Not the stand-in runtime's _exit, as of a program that finds another one first.
  if (!std::strcmp(what, "unseen")) syscall(SYS_exit_group, 3);
  if (!std::strcmp(what, "vfork")) {
    const pid_t child = vfork();
    if (child == 0) _exit(0);
    CHECK(child > 0);
    prints<<<1, 1>>>(8);
  }
  if (!std::strcmp(what, "abort")) std::abort();
  if (!std::strcmp(what, "kill")) {
    usleep(200000);  // lines wait for a tenth of a second at most
    CALL(cudaDeviceSynchronize());
    prints<<<1, 1>>>(8);
    std::raise(SIGKILL);
  }
  if (!std::strcmp(what, "fork")) {
    if (fork() == 0) _exit(cudaDeviceSynchronize() == cudaErrorInitializationError ? 0 : 1);
    prints<<<1, 1>>>(8);
  }
  if (!std::strcmp(what, "segv")) {
    prints<<<1, 1>>>(8);
    *static_cast<volatile int*>(nullptr) = 1;
  }
  if (!std::strcmp(what, "exec")) execl("/proc/self/exe", argv[0], "again", nullptr);
  if (!std::strcmp(what, "read")) {
    int value = 0;
    CHECK(std::scanf("%d", &value) == 1);
    prints<<<1, 1>>>(value);
  }
  if (!std::strcmp(what, "wait")) {
    std::printf("process %d\n", static_cast<int>(getpid()));
    std::fflush(stdout);
    sleep(60);
  }
  if (!std::strcmp(what, "sleep")) sleep(60);
}
