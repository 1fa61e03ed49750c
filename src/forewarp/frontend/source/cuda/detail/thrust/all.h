// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Everything that forewarp has of Thrust: each of its headers brings all of it.
#include "../../thrust/version.h"
#include "algorithms.h"
#include "merge.h"
#include "output_iterators.h"
#include "placeholders.h"
#include "search.h"
#include "sequential.h"
#include "shuffle.h"
#include "universal.h"
#include "complex.h"
#include "random.h"
