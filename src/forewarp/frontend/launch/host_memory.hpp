// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/launch/launch.hpp"

namespace forewarp::launch {

/// Says of buffers in the host's memory that their traffic is not what the prediction takes it for.
void note_host_memory(Launch& launch);

}  // namespace forewarp::launch
