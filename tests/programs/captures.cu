// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What a capture forbids: it gives no graph then, and streams are as before.
#include "check.h"

__global__ void add(int* x) { ++*x; }

int* x;
cudaStream_t own, other;
cudaEvent_t event;

void begin() {
  CALL(cudaStreamBeginCapture(own, cudaStreamCaptureModeGlobal));
  add<<<1, 1, 0, own>>>(x);
}

void fork() {
  CALL(cudaEventRecord(event, own));
  CALL(cudaStreamWaitEvent(other, event, 0));
}

/// The capture ends with an error and without a graph, and the streams do not capture any more.
void ends(cudaError_t with) {
  cudaGraph_t graph = reinterpret_cast<cudaGraph_t>(x);
  CHECK(cudaStreamEndCapture(own, &graph) == with);
  CHECK(graph == nullptr);
  for (cudaStream_t stream : {own, other}) {
    cudaStreamCaptureStatus status;
    CALL(cudaStreamIsCapturing(stream, &status));
    CHECK(status == cudaStreamCaptureStatusNone);
  }
  (void)cudaGetLastError();
}

void other_streams_must_join() {
  begin();
  fork();
  add<<<1, 1, 0, other>>>(x);
  ends(cudaErrorStreamCaptureUnjoined);
  begin();
  fork();  // without work of its own there is nothing to join
  cudaGraph_t graph;
  CALL(cudaStreamEndCapture(own, &graph));
  CALL(cudaGraphDestroy(graph));
}

void a_wait_of_the_host_invalidates() {
  begin();
  CHECK(cudaStreamSynchronize(own) == cudaErrorStreamCaptureUnsupported);
  cudaStreamCaptureStatus status;
  CALL(cudaStreamIsCapturing(own, &status));
  CHECK(status == cudaStreamCaptureStatusInvalidated);
  (void)cudaGetLastError();
  add<<<1, 1, 0, own>>>(x);
  CHECK(cudaGetLastError() == cudaErrorStreamCaptureInvalidated);
  ends(cudaErrorStreamCaptureInvalidated);
  begin();
  CHECK(cudaDeviceSynchronize() == cudaErrorStreamCaptureUnsupported);
  ends(cudaErrorStreamCaptureInvalidated);
  begin();
  fork();
  CHECK(cudaEventSynchronize(event) == cudaErrorCapturedEvent);
  ends(cudaErrorStreamCaptureInvalidated);
}

void the_stream_that_began_it_ends_it() {
  begin();
  fork();
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(other, &graph) == cudaErrorStreamCaptureUnmatched);
  CHECK(graph == nullptr);
  CALL(cudaStreamEndCapture(own, &graph));
  CALL(cudaGraphDestroy(graph));
  ends(cudaErrorStreamCaptureUnmatched);  // nothing is captured now
}

void events_from_outside_stay_outside() {
  CALL(cudaEventRecord(event, other));
  begin();
  CHECK(cudaStreamWaitEvent(own, event, 0) == cudaErrorStreamCaptureIsolation);
  ends(cudaErrorStreamCaptureInvalidated);
  CALL(cudaStreamWaitEvent(own, event, 0));
}

int main() {
  CALL(cudaMalloc(&x, sizeof(int)));
  CALL(cudaStreamCreate(&own));
  CALL(cudaStreamCreate(&other));
  CALL(cudaEventCreate(&event));
  other_streams_must_join();
  a_wait_of_the_host_invalidates();
  the_stream_that_began_it_ends_it();
  events_from_outside_stay_outside();
  std::puts("PASS");
}
