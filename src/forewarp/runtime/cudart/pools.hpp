// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Memory pools: who owns what cudaMallocAsync returned, and the attributes that programs set and ask for. Memory comes
/// from the same arena as all other.
#include <cuda_runtime_api.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>

namespace forewarp::runtime {
class Session;
}

namespace forewarp::cudart {

struct Pool {
  int device = 0;
  std::uint64_t max_bytes = 0;          ///< 0: the device's memory
  std::uint64_t release_threshold = 0;  ///< bytes that stay reserved when memory is freed
  std::uint64_t used = 0, used_high = 0, reserved = 0, reserved_high = 0;
  std::array<int, 3> reuse{1, 1, 1};  ///< cudaMemPoolReuse..., by their number less 1
  std::map<int, cudaMemAccessFlags> access;
  bool is_default = false;

  /// Bytes that the pool has from the device: freed ones are released beyond the threshold.
  [[nodiscard]] std::uint64_t reserved_now() const;
};

class Pools {
 public:
  [[nodiscard]] Pool& of_device(int device);  ///< the default one
  [[nodiscard]] Pool& current(int device);    ///< that cudaMallocAsync takes memory from
  void set_current(int device, Pool& pool) { current_[device] = &pool; }
  /// Throws runtime::CallFailed for what is no pool.
  [[nodiscard]] Pool& at(cudaMemPool_t handle);
  Pool& add(int device);
  void remove(Pool& pool);
  /// Throws runtime::CallFailed where the pool has no room.
  static void check_room(const Pool& pool, std::uint64_t bytes);
  void allocated(Pool& pool, const void* pointer, std::uint64_t bytes);
  void freed(const void* pointer);

 private:
  struct Owned {
    Pool* pool = nullptr;
    std::uint64_t bytes = 0;
  };
  std::map<const void*, std::unique_ptr<Pool>> pools_;
  std::map<int, Pool*> default_, current_;
  std::map<const void*, Owned> owned_;
};

// What calls on pools do in both APIs, whose structures and numbers are the same. Each throws runtime::CallFailed.
[[nodiscard]] cudaMemPool_t handle_of(Pool& pool);
void check_device(runtime::Session& session, int device);
[[nodiscard]] Pool& new_pool(runtime::Session& session, const cudaMemPoolProps* properties);
void set_current_pool(runtime::Session& session, int device, cudaMemPool_t pool);
void trim(Pool& pool, std::uint64_t bytes);
void set_attribute(Pool& pool, cudaMemPoolAttr attribute, const void* value);
void get_attribute(Pool& pool, cudaMemPoolAttr attribute, void* value);
void set_access(runtime::Session& session, Pool& pool, const cudaMemAccessDesc* access, std::size_t count);
[[nodiscard]] cudaMemAccessFlags access_of(runtime::Session& session, const Pool& pool, const cudaMemLocation& from);
/// pool: nullptr for the current one of the stream's device. A node of the graph that the stream captures has memory of
/// its own.
[[nodiscard]] void* allocate_from(runtime::Session& session, Pool* pool, std::uint64_t bytes, cudaStream_t stream);

}  // namespace forewarp::cudart
