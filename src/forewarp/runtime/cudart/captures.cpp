// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What a stream captures at the moment.
#include <cstring>
#include <utility>

#include "forewarp/runtime/cudart/graph_calls.hpp"
#include "forewarp/runtime/cudart/stream_calls.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::GraphNode;
using runtime::Session;
using runtime::Status;

namespace {

const cudaGraphNode_t* handles_of(std::vector<const GraphNode*>& nodes) {
  return reinterpret_cast<const cudaGraphNode_t*>(const_cast<GraphNode**>(nodes.data()));
}

}  // namespace

extern "C" {

/// The nodes stay where they are until the stream's next operation.
cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                                        cudaGraph_t* graph, const cudaGraphNode_t** after, std::size_t* count) {
  return call("cudaStreamGetCaptureInfo", [&](Session& session) {
    if (!status) throw CallFailed(Status::invalid_value);
    const Session::Capture capture = session.capture_of(target_of(session, stream).stream);
    *status = status_of(capture);
    if (!capture.graph) return;
    if (id) *id = capture.id;
    if (graph) *graph = reinterpret_cast<cudaGraph_t>(capture.graph);
    if (after) *after = handles_of(*capture.after);
    if (count) *count = capture.after->size();
  });
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id) {
  return cudaStreamGetCaptureInfo_v2(stream, status, id, nullptr, nullptr, nullptr);
}
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* after,
                                          const cudaGraphEdgeData*, std::size_t count, cudaStreamCaptureMode) {
  return call("cudaStreamBeginCaptureToGraph", [&](Session& session) {
    runtime::Graph& into = graph_of(graph);
    session.begin_capture(target_of(session, stream).stream, into, nodes_of(into, after, count));
  });
}
/// With the edges' data: none has any.
cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                                        cudaGraph_t* graph, const cudaGraphNode_t** after, const void** edges,
                                        std::size_t* count) {
  if (edges) *edges = nullptr;
  return cudaStreamGetCaptureInfo_v2(stream, status, id, graph, after, count);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes, std::size_t count,
                                                unsigned flags) {
  return call("cudaStreamUpdateCaptureDependencies", [&](Session& session) {
    const Session::Capture capture = session.capture_of(target_of(session, stream).stream);
    if (!capture.graph) throw CallFailed(Status::illegal_state, "the stream does not capture");
    const std::vector<const GraphNode*> wanted = nodes_of(*capture.graph, nodes, count);
    if (flags == cudaStreamSetCaptureDependencies) {
      *capture.after = wanted;
    } else if (flags == cudaStreamAddCaptureDependencies) {
      for (const GraphNode* node : wanted)
        if (std::ranges::find(*capture.after, node) == capture.after->end()) capture.after->push_back(node);
    } else {
      throw CallFailed(Status::invalid_value);
    }
  });
}
cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t* nodes, const void*,
                                                   std::size_t count, unsigned flags) {
  return cudaStreamUpdateCaptureDependencies(stream, nodes, count, flags);
}

/// Calls that a capture forbids in a mode are not known as such here; the mode is kept for those who ask.
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  thread_local cudaStreamCaptureMode current = cudaStreamCaptureModeGlobal;
  return call("cudaThreadExchangeStreamCaptureMode", [&](Session&) {
    if (!mode) throw CallFailed(Status::invalid_value);
    std::swap(current, *mode);
  });
}
}
