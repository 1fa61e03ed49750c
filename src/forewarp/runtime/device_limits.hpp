// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The limits of cudaDeviceSetLimit and cuCtxSetLimit. Of them the heap's size alone changes what programs do here.
#include <array>
#include <cstdint>

#include "forewarp/emulate/machine/memory.hpp"

namespace forewarp::runtime {

/// Numbers are those of cudaLimit and CUlimit, values what they are at first.
class DeviceLimits {
 public:
  static constexpr int heap = 2;  ///< of malloc in kernels, bytes

  /// Both throw CallFailed for a limit that there is not.
  [[nodiscard]] std::uint64_t get(int limit) const;
  void set(int limit, std::uint64_t value);
  /// The heap cannot change its size once it is there; set() says so by CallFailed.
  void fix_heap() { heap_is_fixed_ = true; }

 private:
  std::array<std::uint64_t, 7> values_ = {1024, 1 << 20, emu::Memory::heap_bytes, 2, 2048, 64, 0};
  bool heap_is_fixed_ = false;
};

}  // namespace forewarp::runtime
