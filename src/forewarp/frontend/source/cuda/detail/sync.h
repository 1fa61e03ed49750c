// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
__FW_D int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
__FW_D int __syncthreads_and(int predicate) { return __nvvm_bar0_and(predicate); }
__FW_D int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }
__FW_D void __threadfence() { __nvvm_membar_gl(); }
__FW_D void __threadfence_block() { __nvvm_membar_cta(); }
__FW_D void __threadfence_system() { __nvvm_membar_sys(); }
__FW_D void __syncwarp(unsigned mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }
__FW_D unsigned __activemask() {
#ifdef __FW_AMD__
  return __nvvm_vote_ballot(true);
#else
  unsigned mask;
  asm volatile("activemask.b32 %0;" : "=r"(mask));
  return mask;
#endif
}
__FW_D unsigned __ballot_sync(unsigned mask, int predicate) { return __nvvm_vote_ballot_sync(mask, predicate); }
__FW_D int __any_sync(unsigned mask, int predicate) { return __nvvm_vote_any_sync(mask, predicate); }
__FW_D int __all_sync(unsigned mask, int predicate) { return __nvvm_vote_all_sync(mask, predicate); }
__FW_D int __uni_sync(unsigned mask, int predicate) { return __nvvm_vote_uni_sync(mask, predicate); }
// The forms without a mask went away with sm_70; code for older devices still has them.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 700
__FW_D unsigned __ballot(int predicate) { return __nvvm_vote_ballot(predicate); }
__FW_D int __any(int predicate) { return __nvvm_vote_any(predicate); }
__FW_D int __all(int predicate) { return __nvvm_vote_all(predicate); }
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define __FW_MATCH(type, bits, cast)                                                       \
  __FW_D unsigned __match_any_sync(unsigned mask, type value) {                            \
    return static_cast<unsigned>(__nvvm_match_any_sync_i##bits(mask, cast));               \
  }                                                                                        \
  __FW_D unsigned __match_all_sync(unsigned mask, type value, int* predicate) {            \
    return static_cast<unsigned>(__nvvm_match_all_sync_i##bits##p(mask, cast, predicate)); \
  }
__FW_MATCH(int, 32, static_cast<unsigned>(value))
__FW_MATCH(unsigned, 32, value)
__FW_MATCH(float, 32, __builtin_bit_cast(unsigned, value))
__FW_MATCH(long, 64, static_cast<unsigned long>(value))
__FW_MATCH(unsigned long, 64, value)
__FW_MATCH(long long, 64, static_cast<unsigned long>(value))
__FW_MATCH(unsigned long long, 64, value)
__FW_MATCH(double, 64, __builtin_bit_cast(unsigned long, value))
#undef __FW_MATCH
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
__FW_D int __reduce_add_sync(unsigned mask, int v) { return __nvvm_redux_sync_add(v, mask); }
__FW_D unsigned __reduce_add_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_add(v, mask); }
__FW_D int __reduce_min_sync(unsigned mask, int v) { return __nvvm_redux_sync_min(v, mask); }
__FW_D unsigned __reduce_min_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_umin(v, mask); }
__FW_D int __reduce_max_sync(unsigned mask, int v) { return __nvvm_redux_sync_max(v, mask); }
__FW_D unsigned __reduce_max_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_umax(v, mask); }
__FW_D unsigned __reduce_and_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_and(v, mask); }
__FW_D unsigned __reduce_or_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_or(v, mask); }
__FW_D unsigned __reduce_xor_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_xor(v, mask); }
#endif
__FW_D void __nanosleep(unsigned ns) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
  asm volatile("nanosleep.u32 %0;" ::"r"(ns));
#endif
}
__FW_D void __trap() { __builtin_trap(); }
__FW_D void __brkpt() { asm volatile("brkpt;"); }
