// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What calls on streams and events do in both APIs; a stream's handle and an event's are the same in both. Each throws
/// CallFailed for a handle that is none.
#include "forewarp/runtime/cudart/process.hpp"

namespace forewarp::cudart {

/// On the calling thread's device.
/// The range that cudaDeviceGetStreamPriorityRange tells.
inline constexpr int least_priority = 0, greatest_priority = -5;

/// A priority out of the range is clamped to it.
[[nodiscard]] cudaStream_t new_stream(runtime::Session& session, bool blocking, int priority = 0);
void synchronize(runtime::Session& session, cudaStream_t stream);
/// Throws CallFailed(not_ready) while something is left to do.
void query(runtime::Session& session, cudaStream_t stream);
/// The only one that there is.
[[nodiscard]] int priority_of(runtime::Session& session, cudaStream_t stream);

/// By the numbers of both APIs.
[[nodiscard]] cudaStreamCaptureStatus status_of(const runtime::Session::Capture& capture);
[[nodiscard]] runtime::Event* new_event(bool timed);
void remove_event(runtime::Event* event);
[[nodiscard]] runtime::Event& known_event(runtime::Event* event);
void record(runtime::Session& session, cudaStream_t stream, runtime::Event* event);
void wait_for(runtime::Session& session, cudaStream_t stream, runtime::Event* event);
void query(runtime::Session& session, runtime::Event* event);
[[nodiscard]] float milliseconds_between(runtime::Session& session, runtime::Event* start, runtime::Event* end);

}  // namespace forewarp::cudart
