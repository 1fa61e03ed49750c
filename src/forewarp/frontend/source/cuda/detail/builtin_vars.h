// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// threadIdx, blockIdx, blockDim, gridDim, warpSize: each member reads its special register, so that one never needs
/// more registers than it names. They convert to uint3 or dim3 as a whole.
#define __FW_SREG(member, call)                                      \
  __declspec(property(get = __fw_get_##member)) unsigned int member; \
  __FW_D unsigned int __fw_get_##member() { return call; }
#define __FW_SREG3(type, name, sreg, whole)                                \
  struct type {                                                            \
    __FW_SREG(x, static_cast<unsigned>(__nvvm_read_ptx_sreg_##sreg##_x())) \
    __FW_SREG(y, static_cast<unsigned>(__nvvm_read_ptx_sreg_##sreg##_y())) \
    __FW_SREG(z, static_cast<unsigned>(__nvvm_read_ptx_sreg_##sreg##_z())) \
    __device__ operator whole() const { return whole{x, y, z}; }           \
    type() = default;                                                      \
    type(const type&) = delete;                                            \
    void operator=(const type&) const = delete;                            \
  };                                                                       \
  extern const __device__ __attribute__((weak)) type name;

__FW_SREG3(__fw_thread_idx, threadIdx, tid, uint3)
__FW_SREG3(__fw_block_idx, blockIdx, ctaid, uint3)
__FW_SREG3(__fw_block_dim, blockDim, ntid, dim3)
__FW_SREG3(__fw_grid_dim, gridDim, nctaid, dim3)
#undef __FW_SREG3
#undef __FW_SREG
__attribute__((device)) const int warpSize = 32;
