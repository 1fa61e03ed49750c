// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/occupancy_view.hpp"

#include <nlohmann/json.hpp>

#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::report {
namespace {

std::vector<std::string> fitting_row(const OccupancyCase& c, const device::Occupancy& o) {
  return {c.device,
          std::to_string(c.block.threads),
          std::to_string(o.blocks_per_sm),
          std::to_string(o.warps_per_sm),
          percent_text(o.fraction),
          device::name_of(o.limit),
          std::to_string(o.limits.by_warps),
          std::to_string(o.limits.by_blocks),
          std::to_string(o.limits.by_registers),
          std::to_string(o.limits.by_shared_memory)};
}

nlohmann::json case_json(const OccupancyCase& c) {
  nlohmann::json row = {{"device", c.device},
                        {"threads", c.block.threads},
                        {"registers_per_thread", c.block.registers_per_thread},
                        {"shared_bytes", c.block.shared_bytes},
                        {"fits", c.occupancy.has_value()}};
  if (!c.occupancy) {
    row["reason"] = c.reason;
    return row;
  }
  const device::Occupancy& o = *c.occupancy;
  row["blocks_per_sm"] = o.blocks_per_sm;
  row["warps_per_block"] = o.warps_per_block;
  row["warps_per_sm"] = o.warps_per_sm;
  row["occupancy"] = o.fraction;
  row["limit"] = device::name_of(o.limit);
  row["blocks_by"] = {{"warps", o.limits.by_warps},
                      {"blocks", o.limits.by_blocks},
                      {"registers", o.limits.by_registers},
                      {"shared_memory", o.limits.by_shared_memory}};
  return row;
}

}  // namespace

OccupancyCase occupancy_case(const device::DeviceSpec& device, const device::BlockDemand& block) {
  OccupancyCase result{device.name, block, std::nullopt, ""};
  try {
    result.occupancy = device::occupancy(device, block);
  } catch (const InputError& error) {
    result.reason = error.what();
  }
  return result;
}

std::vector<OccupancyCase> occupancy_sweep(const device::DeviceSpec& device, device::BlockDemand block) {
  std::vector<OccupancyCase> cases;
  for (block.threads = device.warp_size; block.threads <= device.max_threads_per_block;
       block.threads += device.warp_size)
    cases.push_back(occupancy_case(device, block));
  return cases;
}

std::string occupancy_text(std::span<const OccupancyCase> cases) {
  TextTable table(
      {"device", "threads", "blocks", "warps", "occupancy", "limited by", "warps", "blocks", "registers", "shared"},
      {Align::left, Align::right, Align::right, Align::right, Align::right, Align::left, Align::right});
  std::string refused;
  for (const OccupancyCase& c : cases) {
    if (c.occupancy)
      table.row(fitting_row(c, *c.occupancy));
    else
      refused += c.device + ", " + std::to_string(c.block.threads) + " threads: " + c.reason + "\n";
  }
  return beginning(occupancy_answer(occupancy_json(cases))) + (table.empty() ? "" : table.str()) + refused;
}

nlohmann::json occupancy_json(std::span<const OccupancyCase> cases) {
  nlohmann::json all = nlohmann::json::array();
  for (const OccupancyCase& c : cases) all.push_back(case_json(c));
  return all;
}

std::string occupancy_csv(std::span<const OccupancyCase> cases) {
  std::string text =
      csv_line({"device", "threads", "registers_per_thread", "shared_bytes", "blocks_per_sm", "warps_per_sm",
                "occupancy", "limit", "by_warps", "by_blocks", "by_registers", "by_shared_memory", "reason"});
  for (const OccupancyCase& c : cases) {
    std::vector<std::string> fields = {c.device, std::to_string(c.block.threads),
                                       std::to_string(c.block.registers_per_thread),
                                       std::to_string(c.block.shared_bytes)};
    if (c.occupancy) {
      const std::vector<std::string> row = fitting_row(c, *c.occupancy);
      fields.insert(fields.end(), {row[2], row[3], number_text(c.occupancy->fraction)});
      fields.insert(fields.end(), row.begin() + 5, row.end());
    }
    fields.resize(12);
    fields.push_back(c.reason);
    text += csv_line(fields);
  }
  return text;
}

}  // namespace forewarp::report
