// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "capi/forewarp.h"
#include "forewarp/query/held_kernel.hpp"

struct forewarp_kernel {
  std::unique_ptr<forewarp::query::HeldKernel> held;
};
