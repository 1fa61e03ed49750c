// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/launch/launch.hpp"

namespace forewarp::launch {

/// Names the buffers in the host's memory, and says what is assumed of them.
void note_host_memory(Launch& launch);

}  // namespace forewarp::launch
