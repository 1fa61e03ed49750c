// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which lines of a listing come from device functions that were inlined: notes at their ends ("inlined from weight at
/// line 7, from term at line 15"), and the lines of their calls, which belong to them.
#include <span>
#include <string>

#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

/// Of a kernel's source, its PTX, and its machine code, as far as they are among the listings; `source` is the file of
/// the first, empty where it has none. `ptx`: what ptx_json() gives; documents of earlier versions have no frames.
/// Throws as at() does for frames that are not there.
void add_inlined_notes(const Json& ptx, const std::string& source, Listing* of_source, Listing* of_ptx,
                       Listing* of_machine);

}  // namespace forewarp::report::views
