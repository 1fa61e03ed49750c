// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "forewarp/frontend/fatbin/device_code.hpp"

namespace forewarp::fatbin {

/// The PTX of one translation unit, which is an entry of a container of the code, with that of others for the same
/// architecture that define what it declares and does not define (-rdc=true), what these need, and so on. A
/// function that no unit defines, such as vprintf, stays declared. Nothing where it needs no other unit. Throws what
/// the PTX parser and ptx::linked throw.
[[nodiscard]] std::optional<std::string> linked_ptx(const DeviceCode& code, const Container& container,
                                                    const Entry& unit);

}  // namespace forewarp::fatbin
