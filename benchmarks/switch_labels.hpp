// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Counts the `default:` labels of a C++ text by what their switch is over. A switch over an enumeration should treat
/// every enumerator, so that the compiler names the places to change when there is a new one. A switch over characters,
/// numbers or the codes of a C library cannot list all values and needs its `default:`.
#include <string_view>

namespace forewarp::bench {

struct DefaultLabels {
  int of_enumerations = 0;  ///< the switch has a label that is a name, or no label but `default:`
  int of_values = 0;        ///< all labels are characters, numbers or macros in capitals (SQLITE_NULL)
};

/// Comments and strings do not count. Switches may be nested.
[[nodiscard]] DefaultLabels default_labels(std::string_view source);

}  // namespace forewarp::bench
