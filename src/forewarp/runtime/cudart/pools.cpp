// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/cudart/pools.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "forewarp/runtime/costs.hpp"
#include "forewarp/runtime/cudart/process.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::MemoryKind;
using runtime::Session;
using runtime::Status;

namespace forewarp::cudart {

std::uint64_t Pool::reserved_now() const { return std::max(used, std::min(reserved, release_threshold)); }

Pool& Pools::add(int device) {
  auto made = std::make_unique<Pool>();
  made->device = device;
  Pool& pool = *made;
  pools_[&pool] = std::move(made);
  return pool;
}

Pool& Pools::of_device(int device) {
  Pool*& pool = default_[device];
  if (!pool) {
    pool = &add(device);
    pool->is_default = true;
  }
  return *pool;
}

Pool& Pools::current(int device) {
  Pool*& pool = current_[device];
  if (!pool) pool = &of_device(device);
  return *pool;
}

Pool& Pools::at(cudaMemPool_t handle) {
  const auto found = pools_.find(handle);
  if (found == pools_.end()) throw CallFailed(Status::invalid_value, "this is no memory pool");
  return *found->second;
}

void Pools::remove(Pool& pool) {
  if (pool.is_default) throw CallFailed(Status::invalid_value, "the default pool of a device cannot be destroyed");
  for (auto& [device, current] : current_)
    if (current == &pool) current = nullptr;
  std::erase_if(owned_, [&](const auto& o) { return o.second.pool == &pool; });
  pools_.erase(&pool);
}

void Pools::check_room(const Pool& pool, std::uint64_t bytes) {
  if (pool.max_bytes > 0 && (bytes > pool.max_bytes || pool.used > pool.max_bytes - bytes))
    throw CallFailed(Status::out_of_memory,
                     fmt::format("{} bytes more than the pool's {}", bytes + pool.used, pool.max_bytes));
}

void Pools::allocated(Pool& pool, const void* pointer, std::uint64_t bytes) {
  owned_[pointer] = {&pool, bytes};
  pool.reserved = pool.reserved_now();
  pool.used += bytes;
  pool.reserved = std::max(pool.reserved, pool.used);
  pool.used_high = std::max(pool.used_high, pool.used);
  pool.reserved_high = std::max(pool.reserved_high, pool.reserved);
}

void Pools::freed(const void* pointer) {
  const auto found = owned_.find(pointer);
  if (found == owned_.end()) return;
  found->second.pool->used -= found->second.bytes;
  owned_.erase(found);
}

cudaMemPool_t handle_of(Pool& pool) { return reinterpret_cast<cudaMemPool_t>(&pool); }

void check_device(Session& session, int device) {
  if (device < 0 || device >= session.options().gpus) throw CallFailed(Status::invalid_device);
}

namespace {

/// The counters, which are read, and those of them that are reset.
std::uint64_t* counter_of(Pool& pool, cudaMemPoolAttr attribute) {
  switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold:
      return &pool.release_threshold;
    case cudaMemPoolAttrReservedMemHigh:
      return &pool.reserved_high;
    case cudaMemPoolAttrUsedMemHigh:
      return &pool.used_high;
    case cudaMemPoolAttrUsedMemCurrent:
      return &pool.used;
    case cudaMemPoolAttrReservedMemCurrent:
      pool.reserved = pool.reserved_now();
      return &pool.reserved;
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      return nullptr;
  }
  throw CallFailed(Status::invalid_value);
}

template <typename T>
T read(const void* value) {
  T v;
  std::memcpy(&v, value, sizeof v);
  return v;
}

}  // namespace

Pool& new_pool(Session& session, const cudaMemPoolProps* properties) {
  if (!properties || properties->allocType != cudaMemAllocationTypePinned) throw CallFailed(Status::invalid_value);
  if (properties->location.type != cudaMemLocationTypeDevice || properties->handleTypes != 0)
    throw CallFailed(Status::not_supported, "pools of host memory and of shareable handles are not supported");
  check_device(session, properties->location.id);
  Pool& made = process().pools.add(properties->location.id);
  made.max_bytes = properties->maxSize;
  session.spend(runtime::allocation_s);
  return made;
}

void set_current_pool(Session& session, int device, cudaMemPool_t pool) {
  check_device(session, device);
  Pool& wanted = process().pools.at(pool);
  if (wanted.device != device) throw CallFailed(Status::invalid_value, "the pool is of another device");
  process().pools.set_current(device, wanted);
}

void trim(Pool& p, std::uint64_t bytes) {
  p.reserved = std::max<std::uint64_t>(p.used, std::min<std::uint64_t>(p.reserved_now(), bytes));
}

void set_attribute(Pool& p, cudaMemPoolAttr attribute, const void* value) {
  if (!value) throw CallFailed(Status::invalid_value);
  std::uint64_t* const counter = counter_of(p, attribute);
  if (!counter) {
    p.reuse[static_cast<std::size_t>(attribute) - 1] = read<int>(value);
    return;
  }
  const auto wanted = read<std::uint64_t>(value);
  const bool is_high = attribute == cudaMemPoolAttrReservedMemHigh || attribute == cudaMemPoolAttrUsedMemHigh;
  if (attribute != cudaMemPoolAttrReleaseThreshold && (!is_high || wanted != 0))
    throw CallFailed(Status::invalid_value, "only the highest counts can be set, to 0");
  *counter = attribute == cudaMemPoolAttrReservedMemHigh ? p.reserved_now()
             : attribute == cudaMemPoolAttrUsedMemHigh   ? p.used
                                                         : wanted;
}

void get_attribute(Pool& p, cudaMemPoolAttr attribute, void* value) {
  if (!value) throw CallFailed(Status::invalid_value);
  if (const std::uint64_t* const counter = counter_of(p, attribute))
    std::memcpy(value, counter, sizeof *counter);
  else
    std::memcpy(value, &p.reuse[static_cast<std::size_t>(attribute) - 1], sizeof(int));
}

// All devices reach all memory here; what was granted is kept for those who ask.
void set_access(Session& session, Pool& p, const cudaMemAccessDesc* access, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    check_device(session, access[i].location.id);
    if (access[i].location.id == p.device && access[i].flags != cudaMemAccessFlagsProtReadWrite)
      throw CallFailed(Status::invalid_value, "a device always reaches its own pool");
    p.access[access[i].location.id] = access[i].flags;
  }
}

cudaMemAccessFlags access_of(Session& session, const Pool& p, const cudaMemLocation& from) {
  check_device(session, from.id);
  const auto granted = p.access.find(from.id);
  return from.id == p.device         ? cudaMemAccessFlagsProtReadWrite
         : granted == p.access.end() ? cudaMemAccessFlagsProtNone
                                     : granted->second;
}

void* allocate_from(Session& session, Pool* pool, std::uint64_t bytes, cudaStream_t stream) {
  const Target target = target_of(session, stream);
  Pools& pools = process().pools;
  Pool& from = pool ? *pool : pools.current(target.gpu);
  if (void* const of_graph = session.captured_allocation(target.gpu, target.stream, bytes)) return of_graph;
  Pools::check_room(from, bytes);
  void* const made = session.allocate(from.device, bytes, MemoryKind::device).data;
  pools.allocated(from, made, bytes);
  session.spend(runtime::pool_allocation_s);
  return made;
}

}  // namespace forewarp::cudart

namespace {

Pools& pools() { return process().pools; }

}  // namespace

extern "C" {

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return call("cudaDeviceGetDefaultMemPool", [&](Session& session) {
    check_device(session, device);
    if (!pool) throw CallFailed(Status::invalid_value);
    *pool = handle_of(pools().of_device(device));
  });
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return call("cudaDeviceGetMemPool", [&](Session& session) {
    check_device(session, device);
    if (!pool) throw CallFailed(Status::invalid_value);
    *pool = handle_of(pools().current(device));
  });
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return call("cudaDeviceSetMemPool", [&](Session& session) { set_current_pool(session, device, pool); });
}
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  return call("cudaMemPoolCreate", [&](Session& session) {
    if (!pool) throw CallFailed(Status::invalid_value);
    *pool = handle_of(new_pool(session, properties));
  });
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return call("cudaMemPoolDestroy", [&](Session&) { pools().remove(pools().at(pool)); });
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t bytes) {
  return call("cudaMemPoolTrimTo", [&](Session&) { trim(pools().at(pool), bytes); });
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return call("cudaMemPoolSetAttribute", [&](Session&) { set_attribute(pools().at(pool), attribute, value); });
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return call("cudaMemPoolGetAttribute", [&](Session&) { get_attribute(pools().at(pool), attribute, value); });
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* access, std::size_t count) {
  return call("cudaMemPoolSetAccess", [&](Session& session) { set_access(session, pools().at(pool), access, count); });
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location) {
  return call("cudaMemPoolGetAccess", [&](Session& session) {
    const Pool& p = pools().at(pool);
    if (!flags || !location) throw CallFailed(Status::invalid_value);
    *flags = access_of(session, p, *location);
  });
}
}
