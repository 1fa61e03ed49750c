// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Streams, events, functions of the host.
#include "forewarp/runtime/cudart/stream_calls.hpp"
#include "forewarp/runtime/driver/call.hpp"

namespace forewarp::driver {
namespace {

constexpr unsigned non_blocking = 1, no_timing = 2;

Result create(const char* name, Stream* stream, unsigned flags, int priority = 0) {
  return call_in_context(name, [&](Session& session) {
    require(stream);
    *stream = cudart::new_stream(session, (flags & non_blocking) == 0, priority);
  });
}

}  // namespace

extern "C" {

Result cuStreamCreate(Stream* stream, unsigned flags) { return create("cuStreamCreate", stream, flags); }
Result cuStreamCreateWithPriority(Stream* stream, unsigned flags, int priority) {
  return create("cuStreamCreateWithPriority", stream, flags, priority);
}
Result cuStreamDestroy_v2(Stream stream) {
  return call("cuStreamDestroy", [&](Session& session) { session.remove_stream(target_of(session, stream).stream); });
}
Result cuStreamSynchronize(Stream stream) {
  return call_in_context("cuStreamSynchronize", [&](Session& session) { cudart::synchronize(session, stream); });
}
Result cuStreamQuery(Stream stream) {
  return call_in_context("cuStreamQuery", [&](Session& session) { cudart::query(session, stream); });
}
Result cuStreamWaitEvent(Stream stream, EventHandle event, unsigned) {
  return call_in_context("cuStreamWaitEvent", [&](Session& session) { cudart::wait_for(session, stream, event); });
}
Result cuStreamGetPriority(Stream stream, int* priority) {
  return call_in_context("cuStreamGetPriority",
                         [&](Session& session) { require(priority) = cudart::priority_of(session, stream); });
}
Result cuStreamGetFlags(Stream stream, unsigned* flags) {
  return call_in_context("cuStreamGetFlags", [&](Session& session) {
    require(flags) = session.is_blocking(target_of(session, stream).stream) ? 0 : non_blocking;
  });
}
Result cuStreamGetId(Stream stream, unsigned long long* id) {
  return call_in_context("cuStreamGetId", [&](Session& session) { require(id) = target_of(session, stream).stream; });
}
Result cuStreamGetCtx(Stream stream, Context** context) {
  return call_in_context("cuStreamGetCtx", [&](Session& session) {
    require(context) = stream ? &primary_context(session, target_of(session, stream).gpu) : current_context(session);
  });
}
Result cuStreamGetDevice(Stream stream, int* device) {
  return call_in_context("cuStreamGetDevice",
                         [&](Session& session) { require(device) = target_of(session, stream).gpu; });
}
Result cuStreamAddCallback(Stream stream, void (*callback)(Stream, Result, void*), void* data, unsigned) {
  return call_in_context("cuStreamAddCallback", [&](Session& session) {
    const Target target = target_of(session, stream);
    session.call_host(target.gpu, target.stream, [=] { callback(stream, Result::success, data); });
  });
}
Result cuLaunchHostFunc(Stream stream, void (*function)(void*), void* data) {
  return call_in_context("cuLaunchHostFunc", [&](Session& session) {
    const Target target = target_of(session, stream);
    session.call_host(target.gpu, target.stream, [=] { function(data); }, {function, data});
  });
}

Result cuEventCreate(EventHandle* event, unsigned flags) {
  return call_in_context("cuEventCreate", [&](Session&) {
    require(event);
    *event = cudart::new_event((flags & no_timing) == 0);
  });
}
Result cuEventDestroy_v2(EventHandle event) {
  return call("cuEventDestroy", [&](Session&) { cudart::remove_event(event); });
}
Result cuEventRecord(EventHandle event, Stream stream) {
  return call_in_context(
      "cuEventRecord", [&](Session& session) { cudart::record(session, stream, event); }, Waiting::no);
}
Result cuEventRecordWithFlags(EventHandle event, Stream stream, unsigned) { return cuEventRecord(event, stream); }
Result cuEventSynchronize(EventHandle event) {
  return call("cuEventSynchronize", [&](Session& session) { session.wait_for_event(cudart::known_event(event)); });
}
Result cuEventQuery(EventHandle event) {
  return call("cuEventQuery", [&](Session& session) { cudart::query(session, event); });
}
Result cuEventElapsedTime(float* milliseconds, EventHandle start, EventHandle end) {
  return call("cuEventElapsedTime",
              [&](Session& session) { require(milliseconds) = cudart::milliseconds_between(session, start, end); });
}
Result cuEventElapsedTime_v2(float* milliseconds, EventHandle start, EventHandle end) {
  return cuEventElapsedTime(milliseconds, start, end);
}
}

}  // namespace forewarp::driver
