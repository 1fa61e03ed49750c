// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/ptx_json.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "forewarp/frontend/ptx/inline_frames.hpp"
#include "forewarp/frontend/source/entry.hpp"

namespace forewarp::report {
namespace {

using nlohmann::json;

json stack_json(const std::vector<ptx::InlineFrame>& frames) {
  json stack = json::array();
  for (const ptx::InlineFrame& frame : frames)
    stack.push_back({source::bare_name(frame.function), frame.file, frame.line});
  return stack;
}

}  // namespace

json ptx_json(const std::string& text, const ptx::Module& module) {
  const ptx::InlineFrames frames(module);
  json stacks = json::array(), lines = json::array();
  std::map<json, std::size_t> numbers;
  const auto number_of = [&](const std::vector<ptx::InlineFrame>& of_one) -> std::optional<std::size_t> {
    if (of_one.empty()) return std::nullopt;
    json stack = stack_json(of_one);
    const auto [number, is_new] = numbers.emplace(stack, stacks.size());
    if (is_new) stacks.push_back(std::move(stack));
    return number->second;
  };
  for (const ptx::Function& function : module.functions) {
    std::map<std::int32_t, std::optional<std::size_t>> of_loc;  // many instructions have one .loc
    for (const ptx::Instruction& i : function.body) {
      auto known = of_loc.find(i.loc);
      if (known == of_loc.end()) known = of_loc.emplace(i.loc, number_of(frames.of(function, i))).first;
      if (known->second) lines.push_back({i.line, *known->second});
    }
  }
  json all{{"text", text}};
  if (lines.empty()) return all;
  all["frames"] = std::move(stacks);
  all["inlined"] = std::move(lines);
  return all;
}

}  // namespace forewarp::report
