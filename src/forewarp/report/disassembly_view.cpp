// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/disassembly_view.hpp"

#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "forewarp/frontend/machine/waited_cycles.hpp"
#include "forewarp/frontend/ptx/source_place.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::report {
namespace {

using nlohmann::json;

/// The texts of PTX and source lines.
class Lines {
 public:
  explicit Lines(const ptx::Module& module) : ptx_(split_at(*module.text, '\n')) {
    for (const ptx::Function& function : module.functions)
      for (const ptx::Instruction& i : function.body)
        if (const auto place = ptx::source_place(module, function, i)) places_.emplace(i.line, *place);
  }

  [[nodiscard]] std::string ptx(std::uint32_t line) const {
    return line > 0 && line <= ptx_.size() ? std::string(trimmed(ptx_[line - 1])) : "";
  }
  [[nodiscard]] std::optional<ptx::SourcePlace> place(std::uint32_t line) const {
    const auto found = places_.find(line);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }
  /// "kernel.cu:12  y[i] = x[i];"
  [[nodiscard]] std::string source(const ptx::SourcePlace& place) {
    const std::string name = std::filesystem::path(place.file).filename().string();
    const std::string& text = text_of(place.file);
    const std::vector<std::string_view> lines = split_at(text, '\n');
    const bool has_line = place.line > 0 && place.line <= lines.size();
    return fmt::format("{}:{}  {}", name, place.line, has_line ? trimmed(lines[place.line - 1]) : "");
  }

 private:
  const std::string& text_of(std::string_view file) {
    const auto found = files_.find(file);
    if (found != files_.end()) return found->second;
    std::error_code ec;
    const bool is_there = std::filesystem::is_regular_file(file, ec);
    return files_.emplace(std::string(file), is_there ? read_file(std::string(file)) : "").first->second;
  }

  std::vector<std::string_view> ptx_;
  std::map<std::uint32_t, ptx::SourcePlace> places_;
  std::map<std::string, std::string, std::less<>> files_;
};

std::string scoreboards_text(const machine::ControlWord& c) {
  std::string text;
  if (c.write_barrier != machine::ControlWord::no_barrier) text += fmt::format("w{}", c.write_barrier);
  if (c.read_barrier != machine::ControlWord::no_barrier) text += fmt::format("r{}", c.read_barrier);
  return text.empty() ? "-" : text;
}

/// "03": scoreboards 0 and 3; "5:2": no more than two of those that set 5 are under way.
std::string waits_text(const machine::Instruction& i) {
  std::string text;
  for (int k = 0; k < 6; ++k)
    if ((i.control.wait_mask >> k & 1) != 0) text += std::to_string(k);
  if (i.waits_for.scoreboard != machine::ControlWord::no_barrier)
    text += fmt::format("{}:{}", i.waits_for.scoreboard, i.waits_for.open);
  return text.empty() ? "-" : text;
}

std::string block_heading(const Disassembly& d, std::size_t b) {
  const machine::Block& block = d.code.graph.blocks[b];
  const machine::BlockExecutions& x = d.executions.blocks[b];
  std::string text =
      fmt::format("block {}  {:#06x}  {} warps, {} threads", b, d.code.kernel.instructions[block.first].address,
                  count_text(x.warps), count_text(x.threads));
  if (!x.unique) text += ", estimated";
  text += "  ->";
  for (const std::uint32_t to : block.successors) text += fmt::format(" {}", to);
  if (block.leaves) text += " exit";
  if (block.leads_anywhere) text += " unknown";
  if (block.callee >= 0) text += fmt::format(", calls {}", block.callee);
  return text + "\n";
}

void add_block(std::string& text, const Disassembly& d, std::size_t b, Lines& lines) {
  const machine::Block& block = d.code.graph.blocks[b];
  text += "\n" + block_heading(d, b);
  if (!d.code.graph.reachable[b] && d.code.graph.complete) return;
  std::uint32_t line = 0;
  std::string source;
  for (std::uint32_t k = block.first; k < block.last; ++k) {
    const machine::Instruction& i = d.code.kernel.instructions[k];
    if (const auto place = lines.place(i.line)) {
      std::string here = lines.source(*place);
      if (here != source) text += "  " + here + "\n";
      source = std::move(here);
    }
    std::string name = machine::text_of(i);
    if (i.target != machine::Instruction::no_target) name += fmt::format(" {:#06x}", i.target);
    std::string row = fmt::format("  {:#06x}  {:<22}  {:>8}  {:>5}  {:<5} {:<6}", i.address, name,
                                  count_text(d.executions.blocks[b].warps), i.control.stall,
                                  scoreboards_text(i.control), waits_text(i));
    if (i.line != line && i.line > 0) row += fmt::format("  {:>5}  {}", i.line, lines.ptx(i.line));
    line = i.line;
    text += std::string(trimmed(row, " ").empty() ? "" : row.substr(0, row.find_last_not_of(' ') + 1)) + "\n";
  }
}

std::string state_text(const machine::Executions& x) {
  if (x.exact) return fmt::format("exact: {} lines of PTX with memory accesses or barriers agree", x.compared);
  return fmt::format("estimated: {}; {} of {} lines of PTX with memory accesses or barriers agree",
                     x.unique ? "unique" : "the counts of PTX leave a choice", x.compared - x.mismatches.size(),
                     x.compared);
}

std::string mix_text(const machine::Mix& mix) {
  std::string text = fmt::format("warp instructions {}:", count_text(mix.issue));
  for (unsigned p = 0; p < machine::pipe_count; ++p)
    if (mix.pipes[p] > 0)
      text += fmt::format(" {} {},", machine::name_of(static_cast<machine::Pipe>(p)), count_text(mix.pipes[p]));
  if (mix.unknown > 0) text += fmt::format(" unknown {},", count_text(mix.unknown));
  text.back() = '\n';
  if (mix.paired > 0) text += fmt::format("issued together with another one {}\n", count_text(mix.paired));
  text += fmt::format(
      "constant operands {}, LDC {}, ULDC {}; spill loads {}, spill stores {}; at least {} cycles a warp\n",
      count_text(mix.constant_operands), count_text(mix.constant_loads), count_text(mix.uniform_constant_loads),
      count_text(mix.spill_loads.total()), count_text(mix.spill_stores.total()), count_text(mix.stall_cycles));
  return text;
}

json widths_json(const machine::ByWidth& w) { return {{"4", w.narrow}, {"8", w.wide}, {"16", w.widest}}; }

json mix_json(const machine::Mix& mix) {
  json pipes = json::object();
  for (unsigned p = 0; p < machine::pipe_count; ++p)
    pipes[machine::name_of(static_cast<machine::Pipe>(p))] = mix.pipes[p];
  return {{"issue", mix.issue},
          {"paired", mix.paired},
          {"pipes", pipes},
          {"unknown", mix.unknown},
          {"constant_operands", mix.constant_operands},
          {"constant_loads", mix.constant_loads},
          {"uniform_constant_loads", mix.uniform_constant_loads},
          {"global_loads", widths_json(mix.global_loads)},
          {"global_stores", widths_json(mix.global_stores)},
          {"shared_loads", widths_json(mix.shared_loads)},
          {"shared_stores", widths_json(mix.shared_stores)},
          {"local_loads", widths_json(mix.local_loads)},
          {"local_stores", widths_json(mix.local_stores)},
          {"spill_loads", widths_json(mix.spill_loads)},
          {"spill_stores", widths_json(mix.spill_stores)},
          {"atomics", mix.atomics},
          {"barriers", mix.barriers},
          {"stall_cycles", mix.stall_cycles}};
}

json instruction_json(const machine::Instruction& i, double waited_cycles, const Lines& lines) {
  json row{{"address", i.address},
           {"opcode", i.opcode},
           {"mnemonic", i.mnemonic()},
           {"text", machine::text_of(i)},
           {"stall", i.control.stall},
           {"yield", i.control.yield},
           {"sets_write", i.control.write_barrier},
           {"sets_read", i.control.read_barrier},
           {"waits", i.control.wait_mask},
           {"waited_cycles", waited_cycles},
           {"reuse", i.control.reuse},
           {"constant_operand", i.constant_operand},
           {"bytes_per_lane", i.bytes_per_lane},
           {"ptx_line", i.line}};
  if (i.target != machine::Instruction::no_target) row["target"] = i.target;
  if (i.waits_for.scoreboard != machine::ControlWord::no_barrier)
    row["waits_for"] = i.waits_for.scoreboard, row["open"] = i.waits_for.open;
  if (const auto place = lines.place(i.line)) row["source_file"] = place->file, row["source_line"] = place->line;
  return row;
}

json block_json(const Disassembly& d, std::size_t b, const std::vector<double>& waited, const Lines& lines) {
  const machine::Block& block = d.code.graph.blocks[b];
  const machine::BlockExecutions& x = d.executions.blocks[b];
  json instructions = json::array();
  for (std::uint32_t k = block.first; k < block.last; ++k)
    instructions.push_back(instruction_json(d.code.kernel.instructions[k], waited[k], lines));
  return {{"address", d.code.kernel.instructions[block.first].address},
          {"warps", x.warps},
          {"threads", x.threads},
          {"unique", x.unique},
          {"reachable", static_cast<bool>(d.code.graph.reachable[b])},
          {"successors", block.successors},
          {"leaves", block.leaves},
          {"instructions", std::move(instructions)}};
}

}  // namespace

std::string disassembly_text(const Disassembly& d) {
  Lines lines(d.module);
  std::string text = fmt::format(
      "machine code for {}: {} instructions in {} blocks; {} registers and a frame of {} bytes a thread, {} bytes of "
      "static shared memory\nexecutions {}\n",
      d.code.arch.str(), d.code.kernel.instructions.size(), d.code.graph.blocks.size(), d.code.kernel.registers,
      d.code.kernel.frame_bytes, d.code.kernel.shared_bytes, state_text(d.executions));
  for (const machine::Mismatch& m : d.executions.mismatches)
    text += fmt::format("  PTX line {}: {} threads, {} in machine code\n", m.line, count_text(m.ptx_threads),
                        count_text(m.machine_threads));
  text += mix_text(d.mix);
  text += fmt::format("\n  address {:<22}  {:>8}  {:>5}  {:<5} {:<6}  {:>5}\n", "instruction", "warps", "stall", "sets",
                      "waits", "PTX");
  for (std::size_t b = 0; b < d.code.graph.blocks.size(); ++b) add_block(text, d, b, lines);
  return text;
}

std::string disassembly_csv(const Disassembly& d) {
  std::string text =
      "address,block,warps,threads,unique,instruction,opcode,stall,yield,sets_write,sets_read,waits,reuse,"
      "constant_operand,bytes_per_lane,target,ptx_line\n";
  for (std::size_t k = 0; k < d.code.kernel.instructions.size(); ++k) {
    const machine::Instruction& i = d.code.kernel.instructions[k];
    const machine::ControlWord& c = i.control;
    const std::uint32_t block = d.code.graph.block_of[k];
    const machine::BlockExecutions& x = d.executions.blocks[block];
    const bool leads = i.target != machine::Instruction::no_target;
    text += fmt::format("{},{},{},{},{:d},{},{},{},{:d},{},{},{},{},{:d},{},{},{}\n", i.address, block,
                        number_text(x.warps), number_text(x.threads), x.unique, machine::text_of(i), i.opcode, c.stall,
                        c.yield, c.write_barrier, c.read_barrier, c.wait_mask, c.reuse, i.constant_operand,
                        i.bytes_per_lane, leads ? std::to_string(i.target) : "", i.line);
  }
  return text;
}

json disassembly_json(const Disassembly& d) {
  const Lines lines(d.module);
  const std::vector<double> waited = machine::waited_cycles(d.code.kernel, d.code.graph, d.executions);
  json mismatches = json::array(), blocks = json::array();
  for (const machine::Mismatch& m : d.executions.mismatches)
    mismatches.push_back(
        {{"ptx_line", m.line}, {"ptx_threads", m.ptx_threads}, {"machine_threads", m.machine_threads}});
  for (std::size_t b = 0; b < d.code.graph.blocks.size(); ++b) blocks.push_back(block_json(d, b, waited, lines));
  return {{"arch", d.code.arch.str()},
          {"registers", d.code.kernel.registers},
          {"frame_bytes", d.code.kernel.frame_bytes},
          {"shared_bytes", d.code.kernel.shared_bytes},
          {"executions",
           {{"exact", d.executions.exact},
            {"unique", d.executions.unique},
            {"compared", d.executions.compared},
            {"mismatches", std::move(mismatches)}}},
          {"blocks", std::move(blocks)},
          {"mix", mix_json(d.mix)}};
}

}  // namespace forewarp::report
