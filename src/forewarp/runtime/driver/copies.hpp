// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/runtime/driver/api.hpp"
#include "forewarp/runtime/graph.hpp"

namespace forewarp::driver {

/// Throws DriverError for a copy that leaves its array.
runtime::CopyDetail detail_of(const Copy3D& c);
/// Throws DriverError for a copy that leaves its array, and what Session::copy throws.
void copy(runtime::Session& session, int gpu, runtime::StreamId stream, const Copy3D& c, bool wait);

}  // namespace forewarp::driver
