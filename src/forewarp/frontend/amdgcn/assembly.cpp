// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/amdgcn/assembly.hpp"

#include <charconv>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "forewarp/frontend/amdgcn/opcode.hpp"
#include "forewarp/frontend/analysis/graph_cfg.hpp"
#include "forewarp/frontend/machine/flow_graph.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::amdgcn {
namespace {

constexpr std::uint32_t address_step = machine::instruction_bytes;

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view unquoted(std::string_view text) {
  return text.size() >= 2 && text.front() == '"' && text.back() == '"' ? text.substr(1, text.size() - 2) : text;
}

/// LLVM's divisions have these factors, 2^64 and 2^32 less a little (AMDGPUISelLowering.cpp, LowerUDIVREM64;
/// AMDGPUCodeGenPrepare.cpp, expandDivRem32). A wait of 113 times 64 cycles is __fw_rare().
Way way_of(std::string_view words) {
  if (words.find("0x5f7ffffc") != std::string_view::npos) return Way::wide_division;
  if (words.find("0x4f7ffffe") != std::string_view::npos) return Way::narrow_division;
  const bool is_marker = words.starts_with("s_sleep") && (words.ends_with(" 113") || words.ends_with("0x71"));
  return is_marker ? Way::rare : Way::usual;
}

std::string without_folders(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

void set_depths(Kernel& kernel) {
  const machine::FlowGraph graph = machine::flow_graph(kernel.code);
  const analysis::Cfg cfg = loops_of(graph);
  for (std::uint32_t b = 0; b < graph.blocks.size(); ++b) {
    const analysis::Loop* loop = cfg.innermost_loop(b);
    if (!loop) continue;
    for (std::uint32_t k = graph.blocks[b].first; k < graph.blocks[b].last; ++k) kernel.accesses[k].depth = loop->depth;
  }
}

/// Reads line by line; the bodies of functions come before the metadata, which says which of them are kernels.
class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::vector<Kernel> read() {
    for (std::size_t at = 0; at < text_.size(); ++line_) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      take(text_.substr(at, end - at));
      at = end + 1;
    }
    finish_function();
    if (kernels_.empty()) fail("no metadata of a kernel (amdhsa.kernels)");
    for (Kernel& kernel : kernels_) {
      const auto body = bodies_.find(kernel.code.name);
      if (body == bodies_.end()) fail(fmt::format("the metadata names {}, which has no code", kernel.code.name));
      kernel.code.instructions = std::move(body->second.code.instructions);
      kernel.code.calls_other_sections = body->second.code.calls_other_sections;
      kernel.code.has_lines = body->second.code.has_lines;
      kernel.accesses = std::move(body->second.accesses);
      kernel.places = std::move(body->second.places);
      kernel.llvm_version = llvm_version_;
      set_depths(kernel);
    }
    return std::move(kernels_);
  }

 private:
  struct Jump {
    std::size_t instruction = 0;
    std::string_view label;
  };

  [[noreturn]] void fail(const std::string& what) const { throw ParseError({file_, line_ + 1, 0}, what); }

  void take(std::string_view line) {
    if (in_metadata_) {
      in_metadata_ = line.find(".end_amdgpu_metadata") == std::string_view::npos;
      if (in_metadata_) take_metadata(line);
      return;
    }
    const std::string_view words = trimmed(line.substr(0, line.find(';')));
    if (words.empty()) return;
    if (words == ".amdgpu_metadata") {
      finish_function();
      in_metadata_ = true;
    } else if (words.ends_with(':') && line.front() != '\t' && line.front() != ' ') {
      take_label(words.substr(0, words.size() - 1));
    } else if (words.starts_with(".file")) {
      take_file(words);
    } else if (words.starts_with(".ident")) {
      take_version(words);
    } else if (words.starts_with(".loc")) {
      take_place(words);
    } else if (words.front() != '.' && !function_.empty()) {
      take_instruction(words);
    }
  }

  void take_label(std::string_view label) {
    if (label.starts_with(".Lfunc_end")) return finish_function();
    if (label.starts_with('.')) {
      if (!function_.empty()) labels_[label] = now_.code.instructions.size();
      return;
    }
    finish_function();
    function_ = label;
    now_ = {};
    now_.places.emplace_back();
    place_ = 0;
  }

  /// .file 1 "folder" "name" md5 0x.., or without the folder.
  void take_file(std::string_view words) {
    const std::vector<std::string_view> parts = words_of(words);
    const auto index = parts.size() > 1 ? number(parts[1]) : std::nullopt;
    if (!index) return;  // the name of the translation unit
    std::string_view name;
    for (const std::string_view part : parts)
      if (part.size() > 1 && part.back() == '"') name = unquoted(part.front() == '"' ? part : part.substr(0));
    files_[*index] = without_folders(unquoted(name));
  }

  /// .ident "Debian clang version 14.0.6"
  void take_version(std::string_view words) {
    constexpr std::string_view before = "clang version ";
    const std::size_t at = words.find(before);
    if (at == std::string_view::npos) return;
    const std::string_view version = words.substr(at + before.size());
    if (const auto major = number(version.substr(0, version.find('.')))) llvm_version_ = *major;
  }

  /// .loc 1 24 7 prologue_end
  void take_place(std::string_view words) {
    const std::vector<std::string_view> parts = words_of(words);
    const auto file = parts.size() > 2 ? number(parts[1]) : std::nullopt;
    const auto line = parts.size() > 2 ? number(parts[2]) : std::nullopt;
    if (!file || !line || function_.empty()) return;
    const auto found = files_.find(*file);
    place_ = index_of({found == files_.end() ? std::string() : found->second, *line});
    now_.code.has_lines = true;
  }

  std::uint32_t index_of(const Place& place) {
    if (now_.places.back() == place) return static_cast<std::uint32_t>(now_.places.size() - 1);
    now_.places.push_back(place);
    return static_cast<std::uint32_t>(now_.places.size() - 1);
  }

  void take_instruction(std::string_view words) {
    const std::size_t blank = words.find_first_of(" \t");
    const std::string_view mnemonic = words.substr(0, blank);
    const Opcode opcode = opcode_of(mnemonic);
    machine::Instruction i;
    i.address = static_cast<std::uint32_t>(now_.code.instructions.size()) * address_step;
    i.info = opcode.info;
    i.bytes_per_lane = opcode.bytes;
    i.conditional = mnemonic.starts_with("s_cbranch");
    if (i.effect() == machine::Effect::branch && blank != std::string_view::npos)
      jumps_.push_back({now_.code.instructions.size(), trimmed(words.substr(blank))});
    if (i.effect() == machine::Effect::call) now_.code.calls_other_sections = true;
    now_.code.instructions.push_back(i);
    now_.accesses.push_back({opcode.parts, opcode.operations, opcode.results, place_, 0, left_waiting(words),
                             counting_of(words), way_of(words)});
  }

  /// "s_waitcnt vmcnt(3) lgkmcnt(0)"; since RDNA4 "s_wait_loadcnt 0x3".
  static std::int32_t left_waiting(std::string_view words) {
    constexpr std::string_view counter = "vmcnt(", newer = "s_wait_loadcnt 0x";
    if (!words.starts_with("s_wait")) return -1;
    const bool is_newer = words.starts_with(newer);
    const std::size_t at = is_newer ? newer.size() : words.find(counter);
    if (at == std::string_view::npos) return -1;
    const std::string_view digits = words.substr(is_newer ? at : at + counter.size());
    std::int32_t value = -1;
    std::from_chars(digits.data(), digits.data() + digits.size(), value, is_newer ? 16 : 10);
    return value;
  }

  void finish_function() {
    if (function_.empty()) return;
    for (const Jump& jump : jumps_) {
      const auto label = labels_.find(jump.label);
      if (label == labels_.end()) fail(fmt::format("no label {} in {}", jump.label, function_));
      now_.code.instructions[jump.instruction].target = static_cast<std::uint32_t>(label->second) * address_step;
    }
    now_.code.name = function_;
    bodies_[std::string(function_)] = std::move(now_);
    function_ = {};
    jumps_.clear();
    labels_.clear();
  }

  /// A kernel begins with "  - .key: value", its further keys stand four blanks deep; arguments are deeper.
  void take_metadata(std::string_view line) {
    if (line.starts_with("amdhsa.kernels:")) in_kernels_ = true;
    if (!line.empty() && line.front() != ' ' && !line.starts_with("amdhsa.kernels:")) in_kernels_ = false;
    if (!in_kernels_) return;
    if (line.starts_with("  - ")) kernels_.emplace_back();
    if (kernels_.empty() || line.size() < 5 || line[4] != '.') return;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return;
    set(kernels_.back(), line.substr(5, colon - 5), trimmed(line.substr(colon + 1)));
  }

  void set(Kernel& kernel, std::string_view key, std::string_view value) const {
    if (key == "name") {
      kernel.code.name = value.size() > 1 && value.front() == '\'' ? value.substr(1, value.size() - 2) : value;
      return;
    }
    const auto whole = [&] {
      const auto n = number(value);
      if (!n) fail(fmt::format(".{}: expected a whole number, got '{}'", key, value));
      return *n;
    };
    if (key == "vgpr_count") kernel.code.registers = whole();
    if (key == "sgpr_count") kernel.scalar_registers = whole();
    if (key == "vgpr_spill_count") kernel.spilled_registers = whole();
    if (key == "sgpr_spill_count") kernel.spilled_scalar_registers = whole();
    if (key == "private_segment_fixed_size") kernel.code.frame_bytes = whole();
    if (key == "group_segment_fixed_size") kernel.code.shared_bytes = whole();
    if (key == "wavefront_size") kernel.wave_size = whole();
  }

  std::string_view text_;
  const std::string& file_;
  std::uint32_t line_ = 0, llvm_version_ = 0;
  bool in_metadata_ = false, in_kernels_ = false;
  std::string_view function_;
  Kernel now_;
  std::uint32_t place_ = 0;
  std::vector<Jump> jumps_;
  std::map<std::string_view, std::size_t> labels_;
  std::map<std::uint32_t, std::string> files_;
  std::map<std::string, Kernel> bodies_;
  std::vector<Kernel> kernels_;
};

}  // namespace

analysis::Cfg loops_of(const machine::FlowGraph& graph) {
  std::vector<std::vector<std::uint32_t>> successors;
  for (const machine::Block& block : graph.blocks) successors.push_back(block.successors);
  return analysis::control_flow(successors);
}

std::vector<Kernel> read_assembly(std::string_view text, const std::string& file) { return Reader(text, file).read(); }

bool is_vector_memory(const machine::Instruction& i) {
  return i.info && i.info->pipe == machine::Pipe::memory && i.space() != machine::Space::shared;
}

}  // namespace forewarp::amdgcn
