// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Copies to shared memory by cp.async as functions of C: __pipeline_memcpy_async() and what waits for it.
#include "cuda_awbarrier_primitives.h"
#include "detail/libcu/copy.h"

/// 4, 8 or 16 bytes, of which the last `zeros` are zeros.
__FW_D void __pipeline_memcpy_async(void* to, const void* from, size_t size, size_t zeros = 0) {
  const unsigned bytes = static_cast<unsigned>(size - zeros);
  if (size == 16)
    cuda::fw::copy_word_async<16>(to, from, bytes);
  else if (size == 8)
    cuda::fw::copy_word_async<8>(to, from, bytes);
  else if (size == 4)
    cuda::fw::copy_word_async<4>(to, from, bytes);
  else
    __trap();
}
__FW_D void __pipeline_commit() { cuda::fw::commit_copies(); }
__FW_D void __pipeline_wait_prior(size_t open) { cuda::fw::wait_for_copies(open); }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
/// The barrier, which expects this arrival besides its own, waits for the copies that the thread began.
__FW_D void __pipeline_arrive_on(__mbarrier_t* b) {
  asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(b)))
               : "memory");
}
#endif
