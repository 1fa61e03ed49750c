// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/runtime/session.hpp"

namespace forewarp::cudart {

/// From now on the program's clocks show this session's time.
void show_time_of(const runtime::Session& session);

}  // namespace forewarp::cudart
