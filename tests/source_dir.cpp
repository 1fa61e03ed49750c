// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "source_dir.hpp"

const char* forewarp::test::source_dir() { return FOREWARP_TEST_SOURCE_DIR; }
