// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/machine_listing.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/model/bounds/machine_demand.hpp"
#include "forewarp/report/disassembly_view.hpp"

namespace forewarp::query {

void put_machine_listing(nlohmann::ordered_json& document, PreparedCode& code,
                         std::span<const device::DeviceSpec> devices, std::span<const std::string> order) {
  for (const std::string& name : order) {
    const auto device = std::ranges::find(devices, name, &device::DeviceSpec::name);
    const machine::KernelCode* read = device == devices.end() ? nullptr : code.machine_code(*device);
    if (read == nullptr) continue;
    const ptx::Module& module = *code.kernel().module;
    const machine::PtxLines lines = model::ptx_lines_of(code.profile(device->warp_size), module);
    const machine::Executions executions = machine::executions_of(read->kernel, read->graph, lines);
    const machine::Mix mix = machine::mix_of(read->kernel, read->graph, executions, lines);
    nlohmann::ordered_json listing = report::disassembly_json({*read, executions, mix, module});
    listing["device"] = name;
    document["machine"] = std::move(listing);
    return;
  }
}

}  // namespace forewarp::query
