// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Contexts. All contexts of a device see the same memory; a destroyed one frees nothing.
#include "forewarp/runtime/costs.hpp"
#include "forewarp/runtime/driver/call.hpp"

namespace forewarp::driver {
namespace {

void set_current(Context* context) {
  std::vector<Context*>& stack = context_stack();
  if (!stack.empty()) stack.pop_back();
  if (context) stack.push_back(context);
  follow_context();
}

Context* known(Context* context) {
  if (context && !state().contexts.contains(context))
    throw DriverError(Result::invalid_context, "a context that does not exist");
  return context;
}

Result create(Context** context, unsigned flags, int device) {
  return call("cuCtxCreate", [&](Session& session) {
    require(context);
    (void)primary_context(session, device);  // the device exists
    auto made = std::make_unique<Context>();
    made->gpu = device;
    made->flags = flags;
    state().contexts.insert(made.get());
    context_stack().push_back(made.get());
    follow_context();
    *context = made.release();
  });
}

Result in_context(const char* name) {
  return call_in_context(name, [](Session& session) { session.spend(runtime::call_s); });
}

}  // namespace

extern "C" {

Result cuDevicePrimaryCtxRetain(Context** context, int device) {
  return call("cuDevicePrimaryCtxRetain", [&](Session& session) {
    require(context);
    Context& primary = primary_context(session, device);
    ++primary.uses;
    *context = &primary;
  });
}
Result cuDevicePrimaryCtxRelease_v2(int device) {
  return call("cuDevicePrimaryCtxRelease", [&](Session& session) {
    Context& primary = primary_context(session, device);
    if (primary.uses == 0) throw DriverError(Result::invalid_context, "the primary context is not in use");
    --primary.uses;
  });
}
Result cuDevicePrimaryCtxRelease(int device) { return cuDevicePrimaryCtxRelease_v2(device); }
Result cuDevicePrimaryCtxReset_v2(int device) {
  return call("cuDevicePrimaryCtxReset", [&](Session& session) {
    primary_context(session, device).uses = 0;
    session.wait_for_device(device);
  });
}
Result cuDevicePrimaryCtxReset(int device) { return cuDevicePrimaryCtxReset_v2(device); }
Result cuDevicePrimaryCtxSetFlags_v2(int device, unsigned flags) {
  return call("cuDevicePrimaryCtxSetFlags", [&](Session& session) { primary_context(session, device).flags = flags; });
}
Result cuDevicePrimaryCtxSetFlags(int device, unsigned flags) { return cuDevicePrimaryCtxSetFlags_v2(device, flags); }
Result cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* active) {
  return call("cuDevicePrimaryCtxGetState", [&](Session& session) {
    const Context& primary = primary_context(session, device);
    if (flags) *flags = primary.flags;
    if (active) *active = primary.uses > 0 ? 1 : 0;
  });
}

Result cuCtxCreate_v2(Context** context, unsigned flags, int device) { return create(context, flags, device); }
/// With an affinity of kernels to SMs, which is refused.
Result cuCtxCreate_v3(Context** context, const void*, int affinities, unsigned flags, int device) {
  return affinities == 0 ? create(context, flags, device) : Result::not_supported;
}
Result cuCtxCreate_v4(Context** context, const void* parameters, unsigned flags, int device) {
  return !parameters ? create(context, flags, device) : Result::not_supported;
}
Result cuCtxDestroy_v2(Context* context) {
  return call("cuCtxDestroy", [&](Session& session) {
    if (!context || known(context)->primary) throw DriverError(Result::invalid_context);
    session.wait_for_device(context->gpu);
    std::erase(context_stack(), context);
    follow_context();
    state().contexts.erase(context);
    delete context;
  });
}
Result cuCtxPushCurrent_v2(Context* context) {
  return call("cuCtxPushCurrent", [&](Session&) {
    if (!context) throw DriverError(Result::invalid_context);
    context_stack().push_back(known(context));
    follow_context();
  });
}
Result cuCtxPopCurrent_v2(Context** context) {
  return call("cuCtxPopCurrent", [&](Session&) {
    if (context_stack().empty()) throw DriverError(Result::invalid_context, "no context is current");
    if (context) *context = context_stack().back();
    context_stack().pop_back();
    follow_context();
  });
}
Result cuCtxSetCurrent(Context* context) {
  return call("cuCtxSetCurrent", [&](Session&) { set_current(known(context)); });
}
Result cuCtxGetCurrent(Context** context) {
  return call("cuCtxGetCurrent", [&](Session& session) {
    require(context);
    *context = current_context(session);
  });
}
Result cuCtxGetDevice(int* device) {
  return call_in_context("cuCtxGetDevice", [&](Session&) { require(device) = cudart::current_gpu(); });
}
Result cuCtxGetDevice_v2(int* device, Context* context) {
  if (!context) return cuCtxGetDevice(device);
  return call("cuCtxGetDevice", [&](Session&) { require(device) = known(context)->gpu; });
}
Result cuCtxGetFlags(unsigned* flags) {
  return call_in_context("cuCtxGetFlags", [&](Session& session) { require(flags) = current_context(session)->flags; });
}
Result cuCtxSetFlags(unsigned flags) {
  return call_in_context("cuCtxSetFlags", [&](Session& session) { current_context(session)->flags = flags; });
}
Result cuCtxGetId(Context* context, unsigned long long* id) {
  return call("cuCtxGetId", [&](Session& session) {
    const Context* asked = context ? known(context) : current_context(session);
    if (!asked) throw DriverError(Result::invalid_context);
    require(id) = reinterpret_cast<std::uintptr_t>(asked);
  });
}
Result cuCtxGetApiVersion(Context* context, unsigned* out) {
  return call("cuCtxGetApiVersion", [&](Session&) {
    (void)known(context);
    constexpr unsigned api_version = 3020;
    require(out) = api_version;
  });
}
Result cuCtxSynchronize() {
  return call_in_context("cuCtxSynchronize", [](Session& session) { session.wait_for_device(cudart::current_gpu()); });
}
Result cuCtxSynchronize_v2(Context* context) {
  if (!context) return cuCtxSynchronize();
  return call("cuCtxSynchronize", [&](Session& session) { session.wait_for_device(known(context)->gpu); });
}
Result cuCtxSetCacheConfig(int) { return in_context("cuCtxSetCacheConfig"); }
Result cuCtxGetCacheConfig(int* config) {
  return call_in_context("cuCtxGetCacheConfig", [&](Session&) { require(config) = 0; });
}
Result cuCtxSetSharedMemConfig(int) { return in_context("cuCtxSetSharedMemConfig"); }
Result cuCtxGetSharedMemConfig(int* config) {
  constexpr int four_byte_banks = 1;
  return call_in_context("cuCtxGetSharedMemConfig", [&](Session&) { require(config) = four_byte_banks; });
}
Result cuCtxSetLimit(int limit, std::size_t value) {
  return call_in_context("cuCtxSetLimit", [&](Session& session) { session.limits().set(limit, value); });
}
Result cuCtxGetLimit(std::size_t* value, int limit) {
  return call_in_context("cuCtxGetLimit", [&](Session& session) { require(value) = session.limits().get(limit); });
}
Result cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return call_in_context("cuCtxGetStreamPriorityRange", [&](Session&) {
    constexpr int highest = -5;
    if (least) *least = 0;
    if (greatest) *greatest = highest;
  });
}
Result cuCtxResetPersistingL2Cache() { return in_context("cuCtxResetPersistingL2Cache"); }
Result cuCtxEnablePeerAccess(Context* peer, unsigned) {
  return call_in_context("cuCtxEnablePeerAccess", [&](Session&) { (void)known(peer); });
}
Result cuCtxDisablePeerAccess(Context* peer) {
  return call_in_context("cuCtxDisablePeerAccess", [&](Session&) { (void)known(peer); });
}
Result cuProfilerStart() { return in_context("cuProfilerStart"); }
Result cuProfilerStop() { return in_context("cuProfilerStop"); }
}

}  // namespace forewarp::driver
