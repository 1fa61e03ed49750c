// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The mbarrier of PTX (sm_80 and later) as functions of C.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

__FW_D unsigned __fw_mbarrier(const __mbarrier_t* b) { return static_cast<unsigned>(__cvta_generic_to_shared(b)); }
__FW_D unsigned __mbarrier_maximum_count() { return (1u << 20) - 1u; }
__FW_D void __mbarrier_init(__mbarrier_t* b, unsigned expected) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(__fw_mbarrier(b)), "r"(expected) : "memory");
}
__FW_D void __mbarrier_inval(__mbarrier_t* b) {
  asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(__fw_mbarrier(b)) : "memory");
}
__FW_D __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* b) {
  __mbarrier_token_t token;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(__fw_mbarrier(b)) : "memory");
  return token;
}
__FW_D __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* b) {
  __mbarrier_token_t token;
  asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(token) : "r"(__fw_mbarrier(b)) : "memory");
  return token;
}
__FW_D unsigned __mbarrier_token_pending_count(__mbarrier_token_t token) {
  unsigned count;
  asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(token));
  return count;
}
__FW_D bool __mbarrier_test_wait(__mbarrier_t* b, __mbarrier_token_t token) {
  unsigned done;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
               : "=r"(done)
               : "r"(__fw_mbarrier(b)), "l"(token)
               : "memory");
  return done;
}
__FW_D bool __mbarrier_test_wait_parity(__mbarrier_t* b, bool parity) {
  unsigned done;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
               : "=r"(done)
               : "r"(__fw_mbarrier(b)), "r"(static_cast<unsigned>(parity))
               : "memory");
  return done;
}
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__FW_D bool __mbarrier_try_wait(__mbarrier_t* b, __mbarrier_token_t token, unsigned most_ns) {
  unsigned done;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.shared.b64 p, [%1], %2, %3; selp.u32 %0, 1, 0, p; }"
               : "=r"(done)
               : "r"(__fw_mbarrier(b)), "l"(token), "r"(most_ns)
               : "memory");
  return done;
}
__FW_D bool __mbarrier_try_wait_parity(__mbarrier_t* b, bool parity, unsigned most_ns) {
  unsigned done;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2, %3; selp.u32 %0, 1, 0, p; }"
               : "=r"(done)
               : "r"(__fw_mbarrier(b)), "r"(static_cast<unsigned>(parity)), "r"(most_ns)
               : "memory");
  return done;
}
#endif
