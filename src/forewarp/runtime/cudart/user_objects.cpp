// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Objects that live as long as the program or a graph refers to them.
#include <algorithm>

#include "forewarp/runtime/cudart/graph_calls.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::Graph;
using runtime::Session;
using runtime::Status;
using runtime::UserObject;

namespace {

struct Held {
  std::shared_ptr<UserObject> object;
  unsigned references = 0;  ///< of the program
};

/// By handle, those that the program refers to; never destroyed.
std::map<const void*, Held>& held() {
  static auto* const all = new std::map<const void*, Held>;
  return *all;
}

Held& held_as(cudaUserObject_t handle) {
  const auto found = held().find(handle);
  if (found == held().end()) throw CallFailed(Status::invalid_value, "this is no user object that the program holds");
  return found->second;
}

void check(unsigned count) {
  if (count == 0 || count > 0x7fffffffU) throw CallFailed(Status::invalid_value, "a number of references");
}

void let_go(cudaUserObject_t handle, unsigned count) {
  Held& own = held_as(handle);
  check(count);
  if (count > own.references) throw CallFailed(Status::invalid_value, "more references than the program holds");
  own.references -= count;
  if (own.references == 0) held().erase(handle);
}

}  // namespace

extern "C" {

cudaError_t cudaUserObjectCreate(cudaUserObject_t* out, void* object, cudaHostFn_t destroy, unsigned count,
                                 unsigned flags) {
  return call("cudaUserObjectCreate", [&](Session&) {
    check(count);
    if (!out || !destroy || flags != cudaUserObjectNoDestructorSync) throw CallFailed(Status::invalid_value);
    auto made = std::make_shared<UserObject>(object, destroy);
    *out = reinterpret_cast<cudaUserObject_t>(made.get());
    held()[made.get()] = {made, count};
  });
}
cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned count) {
  return call("cudaUserObjectRetain", [&](Session&) {
    check(count);
    held_as(object).references += count;
  });
}
cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count) {
  return call("cudaUserObjectRelease", [&](Session&) { let_go(object, count); });
}
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count, unsigned flags) {
  return call("cudaGraphRetainUserObject", [&](Session&) {
    check(count);
    if ((flags & ~unsigned{cudaGraphUserObjectMove}) != 0) throw CallFailed(Status::invalid_value);
    Graph& g = graph_of(graph);
    const std::shared_ptr<UserObject> own = held_as(object).object;
    if (flags & cudaGraphUserObjectMove) let_go(object, count);
    g.objects.insert(g.objects.end(), count, own);
  });
}
cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count) {
  return call("cudaGraphReleaseUserObject", [&](Session&) {
    check(count);
    Graph& g = graph_of(graph);
    const auto is_it = [&](const std::shared_ptr<UserObject>& o) {
      return static_cast<const void*>(o.get()) == static_cast<const void*>(object);
    };
    if (std::ranges::count_if(g.objects, is_it) < static_cast<std::ptrdiff_t>(count))
      throw CallFailed(Status::invalid_value, "more references than the graph holds");
    for (unsigned i = 0; i < count; ++i) g.objects.erase(std::ranges::find_if(g.objects, is_it));
  });
}
}
