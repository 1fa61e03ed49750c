// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What clang has no builtins for when it compiles CUDA sources for AMD: the NVVM builtins that our headers are written
/// with, as functions of the same names over AMD's builtins. What is compiled so is read (registers, spills,
/// instructions) and never executed: rounding modes other than to nearest, which AMD sets by a mode register beside the
/// same instruction, are left out, and lanes are those of a warp of 32.

// Before clang 18, without scopes.
#if !__has_builtin(__scoped_atomic_fetch_add)
#define __scoped_atomic_fetch_add(p, v, order, scope) __atomic_fetch_add(p, v, order)
#define __scoped_atomic_fetch_sub(p, v, order, scope) __atomic_fetch_sub(p, v, order)
#define __scoped_atomic_fetch_min(p, v, order, scope) __atomic_fetch_min(p, v, order)
#define __scoped_atomic_fetch_max(p, v, order, scope) __atomic_fetch_max(p, v, order)
#define __scoped_atomic_fetch_and(p, v, order, scope) __atomic_fetch_and(p, v, order)
#define __scoped_atomic_fetch_or(p, v, order, scope) __atomic_fetch_or(p, v, order)
#define __scoped_atomic_fetch_xor(p, v, order, scope) __atomic_fetch_xor(p, v, order)
#define __scoped_atomic_exchange_n(p, v, order, scope) __atomic_exchange_n(p, v, order)
#define __scoped_atomic_load_n(p, order, scope) __atomic_load_n(p, order)
#define __scoped_atomic_compare_exchange_n(p, expected, v, weak, order, failed, scope) \
  __atomic_compare_exchange_n(p, expected, v, weak, order, failed)
#endif

__FW_D unsigned __nvvm_read_ptx_sreg_tid_x() { return __builtin_amdgcn_workitem_id_x(); }
__FW_D unsigned __nvvm_read_ptx_sreg_tid_y() { return __builtin_amdgcn_workitem_id_y(); }
__FW_D unsigned __nvvm_read_ptx_sreg_tid_z() { return __builtin_amdgcn_workitem_id_z(); }
__FW_D unsigned __nvvm_read_ptx_sreg_ctaid_x() { return __builtin_amdgcn_workgroup_id_x(); }
__FW_D unsigned __nvvm_read_ptx_sreg_ctaid_y() { return __builtin_amdgcn_workgroup_id_y(); }
__FW_D unsigned __nvvm_read_ptx_sreg_ctaid_z() { return __builtin_amdgcn_workgroup_id_z(); }
__FW_D unsigned __nvvm_read_ptx_sreg_ntid_x() { return __builtin_amdgcn_workgroup_size_x(); }
__FW_D unsigned __nvvm_read_ptx_sreg_ntid_y() { return __builtin_amdgcn_workgroup_size_y(); }
__FW_D unsigned __nvvm_read_ptx_sreg_ntid_z() { return __builtin_amdgcn_workgroup_size_z(); }
__FW_D unsigned __nvvm_read_ptx_sreg_nctaid_x() {
  return __builtin_amdgcn_grid_size_x() / __builtin_amdgcn_workgroup_size_x();
}
__FW_D unsigned __nvvm_read_ptx_sreg_nctaid_y() {
  return __builtin_amdgcn_grid_size_y() / __builtin_amdgcn_workgroup_size_y();
}
__FW_D unsigned __nvvm_read_ptx_sreg_nctaid_z() {
  return __builtin_amdgcn_grid_size_z() / __builtin_amdgcn_workgroup_size_z();
}
__FW_D long __nvvm_read_ptx_sreg_clock64() { return static_cast<long>(__builtin_readcyclecounter()); }
__FW_D int __nvvm_read_ptx_sreg_clock() { return static_cast<int>(__builtin_readcyclecounter()); }

// Barriers, fences, votes and exchanges between lanes.
__FW_D void __nvvm_bar0() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
__FW_D void __syncthreads() { __nvvm_bar0(); }
__FW_D void __nvvm_barrier_sync(unsigned) { __nvvm_bar0(); }
__FW_D void __nvvm_bar_warp_sync(unsigned) { __builtin_amdgcn_wave_barrier(); }
__FW_D void __nvvm_membar_gl() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
__FW_D void __nvvm_membar_cta() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"); }
__FW_D void __nvvm_membar_sys() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, ""); }
__FW_D unsigned __fw_lane() { return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)); }
__FW_D unsigned __nvvm_vote_ballot(bool predicate) {
#if !__has_builtin(__builtin_amdgcn_ballot_w64)
  return static_cast<unsigned>(__builtin_amdgcn_uicmp(predicate, 0u, 33) >> (__fw_lane() & 32u));  // 33: not equal
#elif __AMDGCN_WAVEFRONT_SIZE == 64
  return static_cast<unsigned>(__builtin_amdgcn_ballot_w64(predicate) >> (__fw_lane() & 32u));
#else
  return __builtin_amdgcn_ballot_w32(predicate);
#endif
}
__FW_D unsigned __nvvm_vote_ballot_sync(unsigned mask, bool predicate) { return __nvvm_vote_ballot(predicate) & mask; }
__FW_D bool __nvvm_vote_any(bool predicate) { return __nvvm_vote_ballot(predicate) != 0; }
__FW_D bool __nvvm_vote_all(bool predicate) { return __nvvm_vote_ballot(!predicate) == 0; }
__FW_D bool __nvvm_vote_any_sync(unsigned mask, bool p) { return __nvvm_vote_ballot_sync(mask, p) != 0; }
__FW_D bool __nvvm_vote_all_sync(unsigned mask, bool p) { return __nvvm_vote_ballot_sync(mask, p) == mask; }
__FW_D bool __nvvm_vote_uni_sync(unsigned mask, bool p) {
  const unsigned votes = __nvvm_vote_ballot_sync(mask, p);
  return votes == mask || votes == 0;
}
// bar.red through a word of shared memory, as AMD's library does it.
static __attribute__((device, shared)) int __fw_votes;
__FW_D int __fw_block_sum(int value) {
  __nvvm_bar0();
  __fw_votes = 0;
  __nvvm_bar0();
  __scoped_atomic_fetch_add(&__fw_votes, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  __nvvm_bar0();
  return __fw_votes;
}
__FW_D int __nvvm_bar0_popc(int predicate) { return __fw_block_sum(predicate != 0); }
__FW_D int __nvvm_bar0_or(int predicate) { return __fw_block_sum(predicate != 0) != 0; }
__FW_D int __nvvm_bar0_and(int predicate) { return __fw_block_sum(predicate == 0) == 0; }

__FW_D int __fw_from_lane(int value, unsigned lane) {
  return __builtin_amdgcn_ds_bpermute(static_cast<int>(((__fw_lane() & ~31u) | (lane & 31u)) << 2), value);
}
// clamp: the mask of the segment in bits 8 to 12 (PTX ISA, shfl.sync).
__FW_D unsigned __fw_segment(int clamp) { return __fw_lane() & (static_cast<unsigned>(clamp) >> 8) & 31u; }
__FW_D unsigned __fw_last_lane(int clamp) {
  return __fw_segment(clamp) | (~(static_cast<unsigned>(clamp) >> 8) & static_cast<unsigned>(clamp) & 31u);
}
__FW_D int __nvvm_shfl_sync_idx_i32(unsigned, int value, int lane, int clamp) {
  return __fw_from_lane(value,
                        __fw_segment(clamp) | (static_cast<unsigned>(lane) & ~(static_cast<unsigned>(clamp) >> 8)));
}
__FW_D int __nvvm_shfl_sync_up_i32(unsigned, int value, int by, int clamp) {
  const int from = static_cast<int>(__fw_lane() & 31u) - by;
  return __fw_from_lane(value,
                        from < static_cast<int>(__fw_segment(clamp)) ? __fw_lane() : static_cast<unsigned>(from));
}
__FW_D int __nvvm_shfl_sync_down_i32(unsigned, int value, int by, int clamp) {
  const unsigned from = (__fw_lane() & 31u) + static_cast<unsigned>(by);
  return __fw_from_lane(value, from > __fw_last_lane(clamp) ? __fw_lane() : from);
}
__FW_D int __nvvm_shfl_sync_bfly_i32(unsigned, int value, int by, int clamp) {
  const unsigned from = (__fw_lane() & 31u) ^ static_cast<unsigned>(by);
  return __fw_from_lane(value, from > __fw_last_lane(clamp) ? __fw_lane() : from);
}
#define __FW_AMD_REDUCED(name, type, combine)                                                        \
  __FW_D type __nvvm_redux_sync_##name(type a, unsigned) {                                           \
    for (int by = 16; by > 0; by /= 2) {                                                             \
      const type b = static_cast<type>(__nvvm_shfl_sync_bfly_i32(~0u, static_cast<int>(a), by, 31)); \
      a = combine;                                                                                   \
    }                                                                                                \
    return a;                                                                                        \
  }
__FW_AMD_REDUCED(add, int, a + b)
__FW_AMD_REDUCED(min, int, a < b ? a : b)
__FW_AMD_REDUCED(max, int, a < b ? b : a)
__FW_AMD_REDUCED(umin, unsigned, a < b ? a : b)
__FW_AMD_REDUCED(umax, unsigned, a < b ? b : a)
__FW_AMD_REDUCED(and, unsigned, a& b)
__FW_AMD_REDUCED(or, unsigned, a | b)
__FW_AMD_REDUCED(xor, unsigned, a ^ b)
#undef __FW_AMD_REDUCED
// A loop over the different values of the lanes.
__FW_D unsigned __nvvm_match_any_sync_i32(unsigned mask, unsigned value) {
  for (;;) {
    const unsigned first = static_cast<unsigned>(__builtin_amdgcn_readfirstlane(static_cast<int>(value)));
    const unsigned same = __nvvm_vote_ballot_sync(mask, value == first);
    if (value == first) return same;
  }
}
__FW_D unsigned __nvvm_match_any_sync_i64(unsigned mask, unsigned long value) {
  return __nvvm_match_any_sync_i32(mask, static_cast<unsigned>(value)) &
         __nvvm_match_any_sync_i32(mask, static_cast<unsigned>(value >> 32));
}
__FW_D unsigned __nvvm_match_all_sync_i32p(unsigned mask, unsigned value, int* all) {
  const unsigned same = __nvvm_match_any_sync_i32(mask, value);
  *all = same == mask;
  return *all ? mask : 0;
}
__FW_D unsigned __nvvm_match_all_sync_i64p(unsigned mask, unsigned long value, int* all) {
  const unsigned same = __nvvm_match_any_sync_i64(mask, value);
  *all = same == mask;
  return *all ? mask : 0;
}

// Atomics that have no generic form.
__FW_D unsigned __nvvm_atom_inc_gen_ui(unsigned* p, unsigned limit) {
  return __builtin_amdgcn_atomic_inc32(p, limit, __ATOMIC_RELAXED, "agent");
}
__FW_D unsigned __nvvm_atom_dec_gen_ui(unsigned* p, unsigned limit) {
  return __builtin_amdgcn_atomic_dec32(p, limit, __ATOMIC_RELAXED, "agent");
}
__FW_D double __nvvm_atom_add_gen_d(double* p, double value) {
  return __scoped_atomic_fetch_add(p, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

// Which memory a generic address is in.
__FW_D bool __nvvm_isspacep_shared(const void* p) {
  return __builtin_amdgcn_is_shared((const __attribute__((address_space(0))) void*)p);
}
__FW_D bool __nvvm_isspacep_local(const void* p) {
  return __builtin_amdgcn_is_private((const __attribute__((address_space(0))) void*)p);
}
__FW_D bool __nvvm_isspacep_global(const void* p) { return !__nvvm_isspacep_shared(p) && !__nvvm_isspacep_local(p); }
__FW_D bool __nvvm_isspacep_const(const void*) { return false; }

// Arithmetic.
#define __FW_AMD_ROUNDED(ptx)                                                                                 \
  __FW_D float __nvvm_add_##ptx##_f(float x, float y) { return x + y; }                                       \
  __FW_D double __nvvm_add_##ptx##_d(double x, double y) { return x + y; }                                    \
  __FW_D float __nvvm_mul_##ptx##_f(float x, float y) { return x * y; }                                       \
  __FW_D double __nvvm_mul_##ptx##_d(double x, double y) { return x * y; }                                    \
  __FW_D float __nvvm_div_##ptx##_f(float x, float y) { return x / y; }                                       \
  __FW_D double __nvvm_div_##ptx##_d(double x, double y) { return x / y; }                                    \
  __FW_D float __nvvm_rcp_##ptx##_f(float x) { return 1.0f / x; }                                             \
  __FW_D double __nvvm_rcp_##ptx##_d(double x) { return 1.0 / x; }                                            \
  __FW_D float __nvvm_sqrt_##ptx##_f(float x) { return __builtin_sqrtf(x); }                                  \
  __FW_D double __nvvm_sqrt_##ptx##_d(double x) { return __builtin_sqrt(x); }                                 \
  __FW_D float __nvvm_fma_##ptx##_f(float x, float y, float z) { return __builtin_fmaf(x, y, z); }            \
  __FW_D double __nvvm_fma_##ptx##_d(double x, double y, double z) { return __builtin_fma(x, y, z); }         \
  __FW_D int __nvvm_f2i_##ptx(float x) { return static_cast<int>(__builtin_rintf(x)); }                       \
  __FW_D unsigned __nvvm_f2ui_##ptx(float x) { return static_cast<unsigned>(__builtin_rintf(x)); }            \
  __FW_D long __nvvm_f2ll_##ptx(float x) { return static_cast<long>(__builtin_rintf(x)); }                    \
  __FW_D unsigned long __nvvm_f2ull_##ptx(float x) { return static_cast<unsigned long>(__builtin_rintf(x)); } \
  __FW_D int __nvvm_d2i_##ptx(double x) { return static_cast<int>(__builtin_rint(x)); }                       \
  __FW_D unsigned __nvvm_d2ui_##ptx(double x) { return static_cast<unsigned>(__builtin_rint(x)); }            \
  __FW_D long __nvvm_d2ll_##ptx(double x) { return static_cast<long>(__builtin_rint(x)); }                    \
  __FW_D unsigned long __nvvm_d2ull_##ptx(double x) { return static_cast<unsigned long>(__builtin_rint(x)); } \
  __FW_D float __nvvm_d2f_##ptx(double x) { return static_cast<float>(x); }                                   \
  __FW_D float __nvvm_i2f_##ptx(int x) { return static_cast<float>(x); }                                      \
  __FW_D float __nvvm_ui2f_##ptx(unsigned x) { return static_cast<float>(x); }                                \
  __FW_D float __nvvm_ll2f_##ptx(long x) { return static_cast<float>(x); }                                    \
  __FW_D float __nvvm_ull2f_##ptx(unsigned long x) { return static_cast<float>(x); }                          \
  __FW_D double __nvvm_ll2d_##ptx(long x) { return static_cast<double>(x); }                                  \
  __FW_D double __nvvm_ull2d_##ptx(unsigned long x) { return static_cast<double>(x); }
__FW_AMD_ROUNDED(rn)
__FW_AMD_ROUNDED(rz)
__FW_AMD_ROUNDED(rp)
__FW_AMD_ROUNDED(rm)
#undef __FW_AMD_ROUNDED
#include "approximate.h"
__FW_D float __nvvm_saturate_f(float x) { return __builtin_fminf(__builtin_fmaxf(x, 0.0f), 1.0f); }
__FW_D unsigned __nvvm_prmt(unsigned a, unsigned b, unsigned s) { return __builtin_amdgcn_perm(b, a, s); }
__FW_D int __nvvm_mulhi_i(int x, int y) { return static_cast<int>((static_cast<long>(x) * y) >> 32); }
__FW_D unsigned __nvvm_mulhi_ui(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long>(x) * y) >> 32);
}
__FW_D long __nvvm_mulhi_ll(long x, long y) { return static_cast<long>((static_cast<__int128>(x) * y) >> 64); }
__FW_D unsigned long __nvvm_mulhi_ull(unsigned long x, unsigned long y) {
  return static_cast<unsigned long>((static_cast<unsigned __int128>(x) * y) >> 64);
}
__FW_D int __nvvm_mul24_i(int x, int y) { return ((x << 8) >> 8) * ((y << 8) >> 8); }
__FW_D unsigned __nvvm_mul24_ui(unsigned x, unsigned y) { return (x & 0xffffffu) * (y & 0xffffffu); }
__FW_D unsigned __nvvm_sad_ui(unsigned x, unsigned y, unsigned z) { return (x < y ? y - x : x - y) + z; }
__FW_D unsigned __nvvm_sad_i(int x, int y, int z) {
  return static_cast<unsigned>(x < y ? y - x : x - y) + static_cast<unsigned>(z);
}
