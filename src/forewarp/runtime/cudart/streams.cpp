// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Streams, events, callbacks, capture.
#include "forewarp/runtime/cudart/graph_calls.hpp"
#include "forewarp/runtime/cudart/stream_calls.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::Event;
using runtime::GraphNode;
using runtime::Session;
using runtime::Status;

namespace {

cudaError_t add_stream(const char* name, cudaStream_t* stream, unsigned flags, int priority = 0) {
  return call(name, [&](Session& session) {
    if (!stream) throw CallFailed(Status::invalid_value);
    *stream = new_stream(session, (flags & cudaStreamNonBlocking) == 0, priority);
  });
}

Event* event_of(cudaEvent_t handle) { return reinterpret_cast<Event*>(handle); }

}  // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return add_stream("cudaStreamCreate", stream, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return add_stream("cudaStreamCreateWithFlags", stream, flags);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return add_stream("cudaStreamCreateWithPriority", stream, flags, priority);
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return call("cudaStreamGetPriority", [&](Session& session) { require(priority) = priority_of(session, stream); });
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return call("cudaStreamGetFlags", [&](Session& session) {
    const Target target = target_of(session, stream);
    require(flags) = session.is_blocking(target.stream) ? cudaStreamDefault : cudaStreamNonBlocking;
  });
}
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return call("cudaStreamGetId", [&](Session& session) { require(id) = target_of(session, stream).stream; });
}
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return call("cudaStreamGetDevice", [&](Session& session) { require(device) = target_of(session, stream).gpu; });
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return call("cudaStreamDestroy", [&](Session& session) { session.remove_stream(target_of(session, stream).stream); });
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return call("cudaStreamSynchronize", [&](Session& session) { synchronize(session, stream); });
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return call("cudaStreamQuery", [&](Session& session) { query(session, stream); });
}
/// An external event is one outside of the graph that the stream captures: waiting becomes a node.
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return call("cudaStreamWaitEvent", [&](Session& session) {
    const bool external = (flags & cudaEventWaitExternal) != 0;
    if (external && session.captures(target_of(session, stream).stream)) {
      GraphNode node = wait_node(session, event);
      session.captured_event(target_of(session, stream).stream, node.kind, std::move(node.run));
    } else {
      wait_for(session, stream, event_of(event));
    }
  });
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned) {
  return call("cudaStreamAddCallback", [&](Session& session) {
    const Target target = target_of(session, stream);
    session.call_host(target.gpu, target.stream, [=] { callback(stream, cudaSuccess, data); });
  });
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return call("cudaLaunchHostFunc", [&](Session& session) {
    const Target target = target_of(session, stream);
    session.call_host(target.gpu, target.stream, [=] { function(data); }, {function, data});
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return call("cudaStreamIsCapturing", [&](Session& session) {
    require(status) = status_of(session.capture_of(target_of(session, stream).stream));
  });
}
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  return call("cudaStreamBeginCapture",
              [&](Session& session) { session.begin_capture(target_of(session, stream).stream); });
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return call("cudaStreamEndCapture", [&](Session& session) {
    require(graph) = nullptr;
    const runtime::StreamId own = target_of(session, stream).stream;
    runtime::Graph* const into = session.end_capture_into(own);
    *graph = reinterpret_cast<cudaGraph_t>(into ? into : session.end_capture(own).release());
  });
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return call("cudaEventCreateWithFlags", [&](Session&) {
    require(event);
    *event = reinterpret_cast<cudaEvent_t>(new_event((flags & cudaEventDisableTiming) == 0));
  });
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call("cudaEventDestroy", [&](Session&) { remove_event(event_of(event)); });
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return call(
      "cudaEventRecord", [&](Session& session) { record(session, stream, event_of(event)); }, Waiting::no);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  if ((flags & cudaEventRecordExternal) == 0) return cudaEventRecord(event, stream);
  return call(
      "cudaEventRecordWithFlags",
      [&](Session& session) {
        GraphNode node = record_node(session, event);
        const runtime::StreamId to = target_of(session, stream).stream;
        if (!session.captured_event(to, node.kind, std::move(node.run))) record(session, stream, event_of(event));
      },
      Waiting::no);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return call("cudaEventSynchronize", [&](Session& session) { session.wait_for_event(known_event(event_of(event))); });
}
cudaError_t cudaEventElapsedTime_v2(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return cudaEventElapsedTime(milliseconds, start, end);
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return call("cudaEventQuery", [&](Session& session) { query(session, event_of(event)); });
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return call("cudaEventElapsedTime", [&](Session& session) {
    require(milliseconds) = milliseconds_between(session, event_of(start), event_of(end));
  });
}
}
