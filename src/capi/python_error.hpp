// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace forewarp::capi {

/// Raises RuntimeError in the main thread of the Python interpreter that this process runs, as soon as that thread
/// executes Python again; false where there is no interpreter or it has no room for the call. Needs nothing of Python
/// when forewarp is built.
[[nodiscard]] bool raise_in_python(const std::string& message);

}  // namespace forewarp::capi
