// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/cudart/stream_calls.hpp"

#include <algorithm>

namespace forewarp::cudart {

using runtime::CallFailed;
using runtime::Event;
using runtime::Session;
using runtime::Status;

namespace {

constexpr double query_s = 1e-6;

bool is_done(const Session& session, const Event& event) {
  return !event.recorded || event.times.front() <= session.now();
}

}  // namespace

cudaStream_t new_stream(Session& session, bool blocking, int priority) {
  const auto made = session.add_stream(current_gpu(), blocking);
  session.set_priority(made, std::clamp(priority, greatest_priority, least_priority));
  return handle_of(made);
}

void synchronize(Session& session, cudaStream_t stream) {
  const Target target = target_of(session, stream);
  session.wait_for_stream(target.gpu, target.stream);
}

void query(Session& session, cudaStream_t stream) {
  const Target target = target_of(session, stream);
  session.spend(query_s);
  if (!session.stream_done(target.gpu, target.stream)) throw CallFailed(Status::not_ready);
}

int priority_of(Session& session, cudaStream_t stream) { return session.priority(target_of(session, stream).stream); }

cudaStreamCaptureStatus status_of(const Session::Capture& capture) {
  if (!capture.graph) return cudaStreamCaptureStatusNone;
  return capture.invalidated ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
}

Event* new_event(bool timed) {
  auto made = std::make_unique<Event>();
  made->gpu = current_gpu();
  made->timed = timed;
  process().events.insert(made.get());
  return made.release();
}

void remove_event(Event* event) {
  process().events.erase(&known_event(event));
  delete event;
}

Event& known_event(Event* event) {
  if (!process().events.contains(event)) throw CallFailed(Status::invalid_handle, "an event that does not exist");
  return *event;
}

void record(Session& session, cudaStream_t stream, Event* event) {
  const Target target = target_of(session, stream);
  session.record(target.gpu, target.stream, known_event(event));
}

void wait_for(Session& session, cudaStream_t stream, Event* event) {
  const Target target = target_of(session, stream);
  session.stream_waits(target.gpu, target.stream, known_event(event));
}

void query(Session& session, Event* event) {
  session.spend(query_s);
  if (!is_done(session, known_event(event))) throw CallFailed(Status::not_ready);
}

float milliseconds_between(Session& session, Event* start, Event* end) {
  const Event &a = known_event(start), &b = known_event(end);
  if (!a.timed || !b.timed || !a.recorded || !b.recorded) throw CallFailed(Status::invalid_handle);
  if (!is_done(session, a) || !is_done(session, b)) throw CallFailed(Status::not_ready);
  return static_cast<float>((b.times.front() - a.times.front()) * 1e3);
}

}  // namespace forewarp::cudart
