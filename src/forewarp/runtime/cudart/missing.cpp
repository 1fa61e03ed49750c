// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Entry points that forewarp does not implement: an error that names the call, not the loader's "undefined symbol" in
// the middle of a run. The definitions are weak, so that a file that implements one has precedence. Their arguments are
// not declared: the caller passes them in registers and on its own stack, and they are not read.
#include "forewarp/runtime/cudart/missing.hpp"

extern "C" {
#define FOREWARP_ENTRY_POINT(name) \
  __attribute__((weak)) int name() { return forewarp::cudart::missing_entry_point(#name); }
#include "forewarp/runtime/cudart/entry_points.def"
#undef FOREWARP_ENTRY_POINT
}
