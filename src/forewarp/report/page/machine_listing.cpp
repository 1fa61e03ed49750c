// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/page/machine_listing.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "forewarp/report/text.hpp"

namespace forewarp::report::views {
namespace {

std::string scoreboards(const Json& i) {
  std::string text;
  for (const auto& [member, letter] : {std::pair{"sets_write", 'w'}, std::pair{"sets_read", 'r'}})
    if (const int board = i.at(member).get<int>(); board < 6) text += fmt::format("{}{}", letter, board);
  return text.empty() ? "-" : text;
}

std::string waits(const Json& i) {
  std::string text;
  const auto mask = i.at("waits").get<unsigned>();
  for (unsigned k = 0; k < 6; ++k)
    if ((mask >> k & 1) != 0) text += std::to_string(k);
  return text.empty() ? "-" : text;
}

}  // namespace

void for_each_instruction(const Json& code, const std::function<void(const Json&, const MachineWork&)>& visit) {
  for (const Json& block : code.at("blocks"))
    for (const Json& i : block.at("instructions")) {
      const double warps = block.at("warps").get<double>();
      visit(i, {warps, warps * (i.at("stall").get<double>() + i.value("waited_cycles", 0.0))});
    }
}

std::string machine_detail(const Json& instruction, const MachineWork& work) {
  std::string text = fmt::format("{} warp instructions, {} cycles: {} each by the control word", count_text(work.warps),
                                 count_text(work.stalls), instruction.at("stall").get<int>());
  if (const double waited = instruction.value("waited_cycles", 0.0); waited > 0)
    text += fmt::format(", {} waited for scoreboards", count_text(waited));
  return text;
}

Listing machine_listing(const Json& code) {
  Listing listing{.title = "machine code for " + code.at("arch").get<std::string>()};
  if (code.contains("device")) listing.title += fmt::format(" ({})", code.at("device").get<std::string>());
  listing.caption =
      "Address, instruction, warps, stall cycles, scoreboards: set (w: with its result, r: with its operands read) and "
      "waited for. Stalls: cycles of a lone warp at nominal latencies.";
  std::uint64_t number = 0;
  for_each_instruction(code, [&](const Json& i, const MachineWork& work) {
    Listing::Line line{.number = ++number};
    std::string name = i.at("text").get<std::string>();
    if (i.contains("target")) name += fmt::format(" {:#06x}", i.at("target").get<std::uint64_t>());
    line.text = fmt::format("{:#06x}  {:<20} {:>7} {:>3}  {:<4} {}", i.at("address").get<std::uint64_t>(), name,
                            count_text(work.warps), i.at("stall").get<int>(), scoreboards(i), waits(i));
    line.origin = i.at("ptx_line").get<std::uint64_t>();
    listing.lines.push_back(std::move(line));
  });
  return listing;
}

}  // namespace forewarp::report::views
