// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Where managed memory is to lie. It does not matter to the results, and migration has no time here (docs/limits.md);
// what the program said is kept for those who ask.
#include "forewarp/runtime/cudart/managed.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "forewarp/runtime/cudart/process.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::ManagedAdvice;
using runtime::MemoryKind;
using runtime::Session;
using runtime::Status;
using Pages = ManagedAdvice::Pages;

namespace {

std::uint64_t managed_range(Session& session, const void* pointer, std::size_t bytes) {
  const runtime::Allocation* a = session.arena().find(pointer);
  if (!a || a->kind != MemoryKind::managed) throw CallFailed(Status::invalid_value, "this memory is not managed");
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (bytes == 0 || bytes > a->bytes - (address - a->address()))
    throw CallFailed(Status::invalid_value, "the range is not in one allocation");
  return address;
}

/// A place as calls before CUDA 12.2 name it.
int place_of(Session& session, int device) {
  if (device != ManagedAdvice::host && (device < 0 || device >= session.options().gpus))
    throw CallFailed(Status::invalid_device);
  return device;
}
int place_of(const Location& l) { return l.type == cudaMemLocationTypeDevice ? l.id : ManagedAdvice::host; }

cudaMemLocationType type_of(int place) {
  return place == ManagedAdvice::invalid ? cudaMemLocationTypeInvalid
         : place == ManagedAdvice::host  ? cudaMemLocationTypeHost
                                         : cudaMemLocationTypeDevice;
}

void apply(Session& session, cudaMemoryAdvise advice, int device, Pages& pages) {
  switch (advice) {
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
      pages.read_mostly = advice == cudaMemAdviseSetReadMostly;
      return;
    case cudaMemAdviseSetPreferredLocation:
      pages.preferred = place_of(session, device);
      return;
    case cudaMemAdviseUnsetPreferredLocation:
      pages.preferred = ManagedAdvice::invalid;
      return;
    case cudaMemAdviseSetAccessedBy:
      pages.accessed_by.insert(place_of(session, device));
      return;
    case cudaMemAdviseUnsetAccessedBy:
      pages.accessed_by.erase(device);
      return;
  }
  throw CallFailed(Status::invalid_value, "an advice that is not known");
}

template <typename Value>
void put(void* out, std::size_t bytes, Value value) {
  if (bytes != sizeof value) throw CallFailed(Status::invalid_value, "an attribute of another size");
  std::memcpy(out, &value, sizeof value);
}

/// The places; those that are left have the number of an invalid one.
void put_devices(void* out, std::size_t bytes, const std::set<int>& devices) {
  if (bytes == 0 || bytes % sizeof(int) != 0) throw CallFailed(Status::invalid_value, "an attribute of another size");
  std::vector<int> all(bytes / sizeof(int), ManagedAdvice::invalid);
  std::copy_n(devices.begin(), std::min(devices.size(), all.size()), all.begin());
  std::memcpy(out, all.data(), bytes);
}

void get(void* out, std::size_t bytes, cudaMemRangeAttribute attribute, const Pages& pages) {
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
      return put(out, bytes, pages.read_mostly ? 1 : 0);
    case cudaMemRangeAttributePreferredLocation:
    case cudaMemRangeAttributePreferredLocationId:
      return put(out, bytes, pages.preferred);
    case cudaMemRangeAttributeAccessedBy:
      return put_devices(out, bytes, pages.accessed_by);
    case cudaMemRangeAttributeLastPrefetchLocation:
    case cudaMemRangeAttributeLastPrefetchLocationId:
      return put(out, bytes, pages.prefetched);
    case cudaMemRangeAttributePreferredLocationType:
      return put(out, bytes, type_of(pages.preferred));
    case cudaMemRangeAttributeLastPrefetchLocationType:
      return put(out, bytes, type_of(pages.prefetched));
  }
  throw CallFailed(Status::invalid_value, "an attribute of managed memory that is not known");
}

}  // namespace

namespace forewarp::cudart {

void advise(Session& session, const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, int device) {
  const std::uint64_t address = managed_range(session, pointer, bytes);
  Pages probe;
  apply(session, advice, device, probe);
  session.advice().change(address, bytes, [&](Pages& pages) { apply(session, advice, device, pages); });
}

void prefetch(Session& session, const void* pointer, std::size_t bytes, int device) {
  const std::uint64_t address = managed_range(session, pointer, bytes);
  const int place = place_of(session, device);
  session.advice().change(address, bytes, [&](Pages& pages) { pages.prefetched = place; });
}

void get_advice(Session& session, void* data, std::size_t data_bytes, cudaMemRangeAttribute attribute,
                const void* pointer, std::size_t bytes) {
  if (!data) throw CallFailed(Status::invalid_value);
  get(data, data_bytes, attribute, session.advice().common(managed_range(session, pointer, bytes), bytes));
}

}  // namespace forewarp::cudart

extern "C" {

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, int device, cudaStream_t stream) {
  return call("cudaMemPrefetchAsync", [&](Session& session) {
    (void)target_of(session, stream);
    prefetch(session, pointer, bytes, device);
  });
}
cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, int device) {
  return call("cudaMemAdvise", [&](Session& session) { advise(session, pointer, bytes, advice, device); });
}
cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, std::size_t bytes, Location to, unsigned,
                                    cudaStream_t stream) {
  return cudaMemPrefetchAsync(pointer, bytes, place_of(to), stream);
}
cudaError_t cudaMemAdvise_v2(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, Location to) {
  return cudaMemAdvise(pointer, bytes, advice, place_of(to));
}
cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t data_bytes, cudaMemRangeAttribute attribute,
                                     const void* pointer, std::size_t bytes) {
  return call("cudaMemRangeGetAttribute",
              [&](Session& session) { get_advice(session, data, data_bytes, attribute, pointer, bytes); });
}
cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* data_bytes, cudaMemRangeAttribute* attributes,
                                      std::size_t count, const void* pointer, std::size_t bytes) {
  return call("cudaMemRangeGetAttributes", [&](Session& session) {
    if (!data || !data_bytes || !attributes || count == 0) throw CallFailed(Status::invalid_value);
    for (std::size_t i = 0; i < count; ++i) get_advice(session, data[i], data_bytes[i], attributes[i], pointer, bytes);
  });
}
}
