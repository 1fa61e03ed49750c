// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a page has of a ranking beside the ranking itself.
#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

void add_measured(const Json& json, Page& page);  ///< of a ranking with "measured"
void add_rankings(const Json& json, Page& page);  ///< of several devices

}  // namespace forewarp::report::views
