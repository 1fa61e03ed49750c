// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The binary interface of the CUDA driver API, as far as libcuda.so.1 of forewarp has it: handles, structures and
/// numbers. Functions keep NVIDIA's names; handles are pointers to our own objects. driver_abi_test compares the
/// layouts with the toolkit's cuda.h where there is one.
#include <cstddef>
#include <cstdint>

#include "forewarp/runtime/session.hpp"

struct CUstream_st;

namespace forewarp::driver {

/// CUresult. Those that the runtime API has, too, have the same number there.
enum class Result : int {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  not_initialized = 3,
  deinitialized = 4,
  no_device = 100,
  invalid_device = 101,
  invalid_image = 200,
  invalid_context = 201,
  no_binary_for_gpu = 209,
  unsupported_limit = 215,
  peer_access_unsupported = 217,
  invalid_ptx = 218,
  file_not_found = 301,
  invalid_handle = 400,
  not_found = 500,
  not_ready = 600,
  illegal_address = 700,
  launch_out_of_resources = 701,
  launch_timeout = 702,
  peer_access_already_enabled = 704,
  peer_access_not_enabled = 705,
  context_is_destroyed = 709,
  assert_failed = 710,
  host_memory_already_registered = 712,
  host_memory_not_registered = 713,
  illegal_instruction = 715,
  misaligned_address = 716,
  launch_failed = 719,
  cooperative_launch_too_large = 720,
  not_supported = 801,
  stream_capture_unsupported = 900,
  stream_capture_unmatched = 903,
  unknown = 999,
};

struct Context;
struct Library;
struct Linker;
struct Pool;

using DevicePointer = std::uint64_t;
using Stream = ::CUstream_st*;
using Function = runtime::Kernel*;
using EventHandle = runtime::Event*;
using GraphHandle = runtime::Graph*;

inline constexpr int version = 13000;  ///< that cuDriverGetVersion reports

enum class MemoryType : unsigned { host = 1, device = 2, array = 3, unified = 4 };

/// CUDA_MEMCPY2D_v2
struct Copy2D {
  std::size_t source_x, source_y;
  MemoryType source_type;
  const void* source_host;
  DevicePointer source_device;
  void* source_array;
  std::size_t source_pitch;
  std::size_t target_x, target_y;
  MemoryType target_type;
  void* target_host;
  DevicePointer target_device;
  void* target_array;
  std::size_t target_pitch;
  std::size_t width, height;
};

/// CUDA_MEMCPY3D_v2
struct Copy3D {
  std::size_t source_x, source_y, source_z, source_level;
  MemoryType source_type;
  const void* source_host;
  DevicePointer source_device;
  void* source_array;
  void* reserved_0;
  std::size_t source_pitch, source_height;
  std::size_t target_x, target_y, target_z, target_level;
  MemoryType target_type;
  void* target_host;
  DevicePointer target_device;
  void* target_array;
  void* reserved_1;
  std::size_t target_pitch, target_height;
  std::size_t width, height, depth;
};

/// CUlaunchAttribute
struct LaunchAttribute {
  enum class Id : unsigned {
    ignore = 0,
    access_policy = 1,
    cooperative = 2,
    synchronization_policy = 3,
    cluster = 4,
    cluster_policy = 5,
    programmatic_serialization = 6,
    programmatic_event = 7,
    priority = 8,
    domain_map = 9,
    domain = 10,
    preferred_cluster = 11,
    completion_event = 12,
    updatable_node = 13,
    shared_carveout = 14,
  };
  Id id;
  unsigned padding;
  union {
    char bytes[64];
    int number;
    unsigned shape[3];
  } value;
};

/// CUlaunchConfig
struct LaunchConfig {
  unsigned grid[3], block[3], shared_bytes;
  Stream stream;
  const LaunchAttribute* attributes;
  unsigned attribute_count;
};

/// CUDA_KERNEL_NODE_PARAMS_v2
struct KernelNode {
  Function function;
  unsigned grid[3], block[3], shared_bytes;
  void** arguments;
  void** extra;
  Function kernel;
  Context* context;
};

/// CUdevprop
struct DeviceProperties {
  int max_threads_per_block, max_block[3], max_grid[3], shared_bytes_per_block, constant_bytes, warp_size, max_pitch,
      registers_per_block, clock_khz, texture_alignment;
};

struct Uuid {
  char bytes[16];
};

}  // namespace forewarp::driver
