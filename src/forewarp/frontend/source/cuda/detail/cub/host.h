// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What host code uses of CUB besides the algorithms: errors that name their line, questions about the device, and the
/// allocator that keeps blocks for the next request.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>

namespace cub {

inline cudaError_t Debug(cudaError_t error, const char* file, int line) {
  cudaGetLastError();
  if (error != cudaSuccess)
    std::fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", static_cast<int>(error), file, line, cudaGetErrorString(error));
  return error;
}
#ifndef CubDebug
#define CubDebug(e) cub::Debug((e), __FILE__, __LINE__)
#endif
#ifndef CubDebugExit
#define CubDebugExit(e)                                    \
  do {                                                     \
    if (cub::Debug((e), __FILE__, __LINE__)) std::exit(1); \
  } while (0)
#endif

#ifndef CUB_MAX
#define CUB_MAX(a, b) (((b) > (a)) ? (b) : (a))
#endif
#ifndef CUB_MIN
#define CUB_MIN(a, b) (((b) < (a)) ? (b) : (a))
#endif

inline int CurrentDevice() {
  int device = -1;
  return cudaGetDevice(&device) == cudaSuccess ? device : -1;
}
inline int DeviceCount() {
  int count = -1;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : -1;
}
/// 100 times the major number of the compute capability and 10 times the minor one.
inline cudaError_t SmVersion(int& version, int device = CurrentDevice()) {
  int major = 0, minor = 0;
  const cudaError_t first = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  const cudaError_t second = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
  version = major * 100 + minor * 10;
  return first != cudaSuccess ? first : second;
}
/// The code of a program is compiled for its device, so that both versions are one.
inline cudaError_t PtxVersion(int& version) { return SmVersion(version); }
template <class Kernel>
cudaError_t MaxSmOccupancy(int& blocks, Kernel kernel, int threads, int dynamic_bytes = 0) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, static_cast<size_t>(dynamic_bytes));
}

/// Rounds requests up to a power of `growth` and keeps freed blocks for the next request of that size on the same device.
/// Operations take effect when they are issued, so a freed block is ready for any stream.
class CachingDeviceAllocator {
 public:
  explicit CachingDeviceAllocator(unsigned growth = 8, unsigned min_bin = 3, unsigned max_bin = 7,
                                  size_t max_cached = ~size_t{0}, bool = false, bool = false)
      : growth_(growth), min_bin_(min_bin), max_bin_(max_bin), max_cached_(max_cached) {}
  CachingDeviceAllocator(const CachingDeviceAllocator&) = delete;
  CachingDeviceAllocator& operator=(const CachingDeviceAllocator&) = delete;
  ~CachingDeviceAllocator() { FreeAllCached(); }

  void SetMaxCachedBytes(size_t bytes) { max_cached_ = bytes; }
  cudaError_t DeviceAllocate(void** pointer, size_t bytes, cudaStream_t stream = nullptr) {
    return DeviceAllocate(CurrentDevice(), pointer, bytes, stream);
  }
  cudaError_t DeviceAllocate(int device, void** pointer, size_t bytes, cudaStream_t = nullptr) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const size_t size = rounded(bytes);
    const auto found = cached_.find({device, size});
    if (found != cached_.end()) {
      *pointer = found->second;
      cached_.erase(found);
      cached_bytes_ -= size;
    } else if (const cudaError_t error = allocate(device, pointer, size); error != cudaSuccess) {
      return error;
    }
    live_[*pointer] = {device, size};
    return cudaSuccess;
  }
  cudaError_t DeviceFree(void* pointer) { return DeviceFree(CurrentDevice(), pointer); }
  cudaError_t DeviceFree(int, void* pointer) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = live_.find(pointer);
    if (found == live_.end()) return cudaFree(pointer);
    const Block block = found->second;
    live_.erase(found);
    if (block.bytes > largest() || cached_bytes_ + block.bytes > max_cached_) return cudaFree(pointer);
    cached_.emplace(block, pointer);
    cached_bytes_ += block.bytes;
    return cudaSuccess;
  }
  cudaError_t FreeAllCached() {
    const std::lock_guard<std::mutex> lock(mutex_);
    cudaError_t error = cudaSuccess;
    for (const auto& block : cached_)
      if (const cudaError_t freed = cudaFree(block.second); freed != cudaSuccess) error = freed;
    cached_.clear();
    cached_bytes_ = 0;
    return error;
  }

 private:
  struct Block {
    int device;
    size_t bytes;
    bool operator<(const Block& o) const { return device != o.device ? device < o.device : bytes < o.bytes; }
  };
  size_t power(unsigned bin) const {
    size_t size = 1;
    for (unsigned i = 0; i < bin; ++i) size *= growth_;
    return size;
  }
  size_t largest() const { return power(max_bin_); }
  size_t rounded(size_t bytes) const {
    if (bytes > largest()) return bytes;
    size_t size = power(min_bin_);
    while (size < bytes) size *= growth_;
    return size;
  }
  static cudaError_t allocate(int device, void** pointer, size_t bytes) {
    const int before = CurrentDevice();
    if (before == device) return cudaMalloc(pointer, bytes);
    cudaSetDevice(device);
    const cudaError_t error = cudaMalloc(pointer, bytes);
    cudaSetDevice(before);
    return error;
  }
  unsigned growth_, min_bin_, max_bin_;
  size_t max_cached_, cached_bytes_ = 0;
  std::mutex mutex_;
  std::multimap<Block, void*> cached_;
  std::map<void*, Block> live_;
};

}  // namespace cub
