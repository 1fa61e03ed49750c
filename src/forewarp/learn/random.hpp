// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/support/random.hpp"

namespace forewarp::learn {
using forewarp::SplitMix;
}  // namespace forewarp::learn
