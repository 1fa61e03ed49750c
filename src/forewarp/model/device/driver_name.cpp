// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/driver_name.hpp"

#include <string_view>

#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::device {

/// From a driver's name to a data sheet: an emulated device loses its mark. Nothing where no data sheet answers to the
/// rest; a measured device need not have one.
std::optional<DeviceSpec> data_sheet_of(std::string name) {
  constexpr std::string_view mark = " (synthetic)";
  if (name.ends_with(mark)) name.resize(name.size() - mark.size());
  try {
    return find_device(name);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace forewarp::device
