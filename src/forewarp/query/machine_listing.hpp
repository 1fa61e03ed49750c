// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The machine code of a launch as pages list it beside source and PTX.
#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/query/prepared_kernel.hpp"

namespace forewarp::query {

/// Adds "machine": {"device", and what report::disassembly_json() has} of the first device of `order` whose machine
/// code was read; nothing where there is none. The devices are those that the code was asked about. Throws as
/// PreparedCode::machine_work().
void put_machine_listing(nlohmann::ordered_json& document, PreparedCode& code,
                         std::span<const device::DeviceSpec> devices, std::span<const std::string> order);

}  // namespace forewarp::query
