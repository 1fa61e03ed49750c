// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Streams, events, functions of the host.
#include "forewarp/runtime/driver/call.hpp"

namespace forewarp::driver {
namespace {

constexpr double query_s = 1e-6;
constexpr unsigned non_blocking = 1, no_timing = 2;

Stream handle_of(runtime::StreamId id) { return reinterpret_cast<Stream>(id << 8U); }

Result create(const char* name, Stream* stream, unsigned flags) {
  return call_in_context(name, [&](Session& session) {
    require(stream);
    *stream = handle_of(session.add_stream(cudart::current_gpu(), (flags & non_blocking) == 0));
  });
}

runtime::Event& known(EventHandle event) { return *checked(cudart::process().events, event, "event"); }

bool is_done(const Session& session, const runtime::Event& event) {
  return !event.recorded || event.times.front() <= session.now();
}

}  // namespace

extern "C" {

Result cuStreamCreate(Stream* stream, unsigned flags) { return create("cuStreamCreate", stream, flags); }
Result cuStreamCreateWithPriority(Stream* stream, unsigned flags, int) {
  return create("cuStreamCreateWithPriority", stream, flags);
}
Result cuStreamDestroy_v2(Stream stream) {
  return call("cuStreamDestroy", [&](Session& session) { session.remove_stream(target_of(session, stream).stream); });
}
Result cuStreamSynchronize(Stream stream) {
  return call_in_context("cuStreamSynchronize", [&](Session& session) {
    const Target target = target_of(session, stream);
    session.wait_for_stream(target.gpu, target.stream);
  });
}
Result cuStreamQuery(Stream stream) {
  return call_in_context("cuStreamQuery", [&](Session& session) {
    const Target target = target_of(session, stream);
    session.spend(query_s);
    if (!session.stream_done(target.gpu, target.stream)) throw CallFailed(Status::not_ready);
  });
}
Result cuStreamWaitEvent(Stream stream, EventHandle event, unsigned) {
  return call_in_context("cuStreamWaitEvent", [&](Session& session) {
    const Target target = target_of(session, stream);
    session.stream_waits(target.gpu, target.stream, known(event));
  });
}
Result cuStreamGetPriority(Stream stream, int* priority) {
  return call_in_context("cuStreamGetPriority", [&](Session& session) {
    (void)target_of(session, stream);
    *priority = 0;
  });
}
Result cuStreamGetFlags(Stream stream, unsigned* flags) {
  return call_in_context("cuStreamGetFlags", [&](Session& session) {
    *flags = session.is_blocking(target_of(session, stream).stream) ? 0 : non_blocking;
  });
}
Result cuStreamGetId(Stream stream, unsigned long long* id) {
  return call_in_context("cuStreamGetId", [&](Session& session) { *id = target_of(session, stream).stream; });
}
Result cuStreamGetCtx(Stream stream, Context** context) {
  return call_in_context("cuStreamGetCtx", [&](Session& session) {
    *context = stream ? &primary_context(session, target_of(session, stream).gpu) : current_context(session);
  });
}
Result cuStreamGetDevice(Stream stream, int* device) {
  return call_in_context("cuStreamGetDevice", [&](Session& session) { *device = target_of(session, stream).gpu; });
}
Result cuStreamAddCallback(Stream stream, void (*callback)(Stream, Result, void*), void* data, unsigned) {
  return call_in_context("cuStreamAddCallback", [&](Session& session) {
    session.call_host(target_of(session, stream).stream, [=] { callback(stream, Result::success, data); });
  });
}
Result cuLaunchHostFunc(Stream stream, void (*function)(void*), void* data) {
  return call_in_context("cuLaunchHostFunc", [&](Session& session) {
    session.call_host(target_of(session, stream).stream, [=] { function(data); });
  });
}

Result cuEventCreate(EventHandle* event, unsigned flags) {
  return call_in_context("cuEventCreate", [&](Session&) {
    require(event);
    auto made = std::make_unique<runtime::Event>();
    made->timed = (flags & no_timing) == 0;
    cudart::process().events.insert(made.get());
    *event = made.release();
  });
}
Result cuEventDestroy_v2(EventHandle event) {
  return call("cuEventDestroy", [&](Session&) {
    cudart::process().events.erase(&known(event));
    delete event;
  });
}
Result cuEventRecord(EventHandle event, Stream stream) {
  return call_in_context(
      "cuEventRecord",
      [&](Session& session) {
        const Target target = target_of(session, stream);
        session.record(target.gpu, target.stream, known(event));
      },
      Waiting::no);
}
Result cuEventRecordWithFlags(EventHandle event, Stream stream, unsigned) { return cuEventRecord(event, stream); }
Result cuEventSynchronize(EventHandle event) {
  return call("cuEventSynchronize", [&](Session& session) { session.wait_for_event(known(event)); });
}
Result cuEventQuery(EventHandle event) {
  return call("cuEventQuery", [&](Session& session) {
    session.spend(query_s);
    if (!is_done(session, known(event))) throw CallFailed(Status::not_ready);
  });
}
Result cuEventElapsedTime(float* milliseconds, EventHandle start, EventHandle end) {
  return call("cuEventElapsedTime", [&](Session& session) {
    const runtime::Event &a = known(start), &b = known(end);
    if (!a.timed || !b.timed || !a.recorded || !b.recorded) throw DriverError(Result::invalid_handle);
    if (!is_done(session, a) || !is_done(session, b)) throw CallFailed(Status::not_ready);
    *milliseconds = static_cast<float>((b.times.front() - a.times.front()) * 1e3);
  });
}
Result cuEventElapsedTime_v2(float* milliseconds, EventHandle start, EventHandle end) {
  return cuEventElapsedTime(milliseconds, start, end);
}
}

}  // namespace forewarp::driver
