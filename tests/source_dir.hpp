// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace forewarp::test {

/// The root of the source tree that the tests were built from. A function in a file of its own: a path in every test's
/// compile command would keep ccache from sharing tests between checkouts.
[[nodiscard]] const char* source_dir();

}  // namespace forewarp::test
