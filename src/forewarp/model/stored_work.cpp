// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "forewarp/model/machine_codes.hpp"

namespace forewarp::machine {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ByWidth, narrow, wide, widest)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WaitLatencies, global, shared, special, fp64, fast_fp64, constant, operands)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WaitsByLatency::Cycles, global, atomic, shared, special, fp64, near, other)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WaitsByLatency, of, issue_cycles, of_a_wait)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Mix, issue, paired, pipes, bfloats, unknown, constant_operands, constant_loads,
                                   uniform_constant_loads, global_loads, global_stores, shared_loads, shared_stores,
                                   local_loads, local_stores, spill_loads, spill_stores, atomics, barriers,
                                   warpgroup_products, register_reads, stall_cycles, waits, near_loads, exact)
}  // namespace forewarp::machine

namespace forewarp::profile {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Spills, load_bytes, store_bytes, frame_bytes)
}  // namespace forewarp::profile

namespace forewarp::model {

std::string stored(const MachineWork& work) {
  nlohmann::json json = {{"arch", work.arch},     {"registers", work.registers}, {"shared", work.static_shared_bytes},
                         {"spills", work.spills}, {"reason", work.reason},       {"near", work.near_share},
                         {"mix", nullptr},        {"waits_apart", nullptr}};
  if (work.mix) json["mix"] = *work.mix;
  if (work.mix && work.mix->waits_apart) json["waits_apart"] = *work.mix->waits_apart;
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<MachineWork> restored_work(std::string_view text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    MachineWork work;
    json.at("arch").get_to(work.arch);
    json.at("registers").get_to(work.registers);
    json.at("shared").get_to(work.static_shared_bytes);
    json.at("spills").get_to(work.spills);
    json.at("reason").get_to(work.reason);
    json.at("near").get_to(work.near_share);
    if (!json.at("mix").is_null()) work.mix = json.at("mix").get<machine::Mix>();
    const nlohmann::json& apart = json.at("waits_apart");
    if (work.mix && !apart.is_null()) work.mix->waits_apart = apart.get<machine::WaitsByLatency>();
    return work;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;  // a damaged entry is a miss: the work is made anew
  }
}

}  // namespace forewarp::model
