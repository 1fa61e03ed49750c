// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which [[source]] each figure of a file is from.
#include <string>
#include <vector>

#include "forewarp/model/device/detail/device_file.hpp"

namespace forewarp::device::detail {

struct SourceNote {
  std::string text;
  std::vector<std::string> figures;  ///< keys, or patterns with one trailing '*'
  SourceLocation where;
};

/// Fills in the source of every figure and of dram_type. Keys named outright come first, patterns then take what is
/// left. Throws ParseError for a figure without a source or with two, and for a key or pattern that names nothing.
void attribute_sources(DeviceFile& file, const std::vector<SourceNote>& notes);

}  // namespace forewarp::device::detail
