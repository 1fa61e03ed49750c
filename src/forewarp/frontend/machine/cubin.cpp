// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A kernel K has the sections .text.K (its code), .nv.constant0.K (its parameters; a device function has none),
// .nv.info.K (attributes) and, if it has static shared memory, .nv.shared.K, of which only the size counts. Registers
// and frame are attributes of its symbol in .nv.info.
#include "forewarp/frontend/machine/cubin.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "forewarp/frontend/fatbin/attributes.hpp"
#include "forewarp/frontend/fatbin/machine_code.hpp"
#include "forewarp/frontend/machine/detail/bits.hpp"
#include "forewarp/frontend/machine/detail/target_stack.hpp"
#include "forewarp/frontend/machine/line_table.hpp"
#include "forewarp/frontend/machine/maxwell.hpp"
#include "forewarp/support/elf.hpp"

namespace forewarp::machine {
namespace {

constexpr std::string_view text_prefix = ".text.", constants_prefix = ".nv.constant0.", info_prefix = ".nv.info",
                           shared_prefix = ".nv.shared.";

constexpr unsigned gp100_sm = 60, gv100_sm = 70;

bool is_maxwell(const source::Arch& arch) { return arch.number < end_maxwell_sm; }

/// The file as its kernels need it.
struct File {
  elf::Elf elf;
  std::vector<elf::Symbol> symbols;
  std::map<std::uint32_t, LineRows> lines;
  std::map<std::uint32_t, std::vector<elf::Relocation>> relocations;
  std::unordered_map<std::string_view, std::uint32_t> section_of, function_of;  ///< by name, the first of each
  source::Arch arch;
  BytePlace place;

  [[nodiscard]] const elf::Section* section(std::string_view prefix, std::string_view name) const {
    const auto found = section_of.find(fmt::format("{}{}", prefix, name));
    return found == section_of.end() ? nullptr : &elf.sections[found->second];
  }
};

/// Sections may lie over each other; code that is there once is read once.
void check_code(const File& file, std::string_view bytes) {
  std::uint64_t total = 0;
  for (const elf::Section& s : file.elf.sections)
    if (s.name.starts_with(text_prefix)) total += s.bytes.size();
  if (total > bytes.size())
    file.place.fail(fmt::format("the sections of code have {} bytes, the file has {}", total, bytes.size()));
}

File open_file(std::string_view bytes, const BytePlace& place) {
  constexpr std::uint8_t function = 2;  // STT_FUNC
  File file;
  file.elf = elf::read_elf(bytes, place);
  file.arch = fatbin::arch_of(bytes, place);
  file.place = place;
  if (file.arch.number < first_read_sm || file.arch.number > last_read_sm)
    place.fail(fmt::format("machine code of {}; that of sm_{} to sm_{} is read", file.arch.str(), first_read_sm,
                           last_read_sm));
  check_code(file, bytes);
  file.symbols = elf::symbols_of(file.elf, place);
  file.lines = read_line_tables(file.elf, file.symbols, place);
  file.relocations = elf::relocations_of(file.elf);
  for (std::uint32_t s = 0; s < file.elf.sections.size(); ++s) file.section_of.emplace(file.elf.sections[s].name, s);
  for (std::uint32_t s = 0; s < file.symbols.size(); ++s)
    if (file.symbols[s].type == function && file.symbols[s].section != 0)
      file.function_of.emplace(file.symbols[s].name, s);
  return file;
}

void read_resources(const File& file, Kernel& kernel) {
  if (const elf::Section* shared = file.section(shared_prefix, kernel.name)) kernel.shared_bytes = shared->size;
  const auto symbol = file.function_of.find(kernel.name);
  const elf::Section* info = file.section(info_prefix, "");
  if (symbol == file.function_of.end() || !info) return;
  using fatbin::Attribute;
  kernel.registers = fatbin::attribute_of(info->bytes, Attribute::registers, symbol->second).value_or(0);
  kernel.frame_bytes = fatbin::attribute_of(info->bytes, Attribute::frame_size, symbol->second).value_or(0);
}

/// The attribute has, for each branch: u32 address, u16 and u16 of unknown use, u32 count, then the targets.
void read_branch_targets(const File& file, Kernel& kernel) {
  const elf::Section* info = file.section(info_prefix, "." + kernel.name);
  if (!info) return;
  fatbin::for_each_attribute(info->bytes, [&](const fatbin::Attribute& a) {
    if (a.kind != fatbin::Attribute::branch_targets) return;
    for (std::uint64_t at = 0; at + 12 <= a.bytes.size();) {
      Kernel::BranchTargets branch{number_at<std::uint32_t>(a.bytes, at), {}};
      const auto count = number_at<std::uint32_t>(a.bytes, at + 8);
      at += 12;
      if (count > (a.bytes.size() - at) / 4)
        file.place.at(info->offset)
            .fail(fmt::format("a branch of {} has {} targets, which leave their attribute", kernel.name, count));
      for (std::uint32_t k = 0; k < count; ++k, at += 4) {
        const auto target = number_at<std::uint32_t>(a.bytes, at);
        branch.targets.push_back(is_maxwell(file.arch) ? after_control(target) : target);
      }
      kernel.branch_targets.push_back(std::move(branch));
    }
  });
  std::ranges::stable_sort(kernel.branch_targets, {}, &Kernel::BranchTargets::branch);
}

/// A call whose target a relocation names leads to another section, whatever the instruction says.
void mark_calls(const File& file, std::uint32_t section, Kernel& kernel) {
  const std::uint32_t bytes = is_maxwell(file.arch) ? maxwell_instruction_bytes : instruction_bytes;
  static const std::vector<elf::Relocation> none;
  std::set<std::uint32_t> elsewhere;
  const auto relocations = file.relocations.find(section);
  for (const elf::Relocation& r : relocations == file.relocations.end() ? none : relocations->second) {
    const bool is_function = r.symbol < file.symbols.size() && file.symbols[r.symbol].section != section;
    if (is_function && r.offset <= 0xffffffff) elsewhere.insert(static_cast<std::uint32_t>(r.offset) / bytes * bytes);
  }
  for (Instruction& i : kernel.instructions) {
    if (i.effect() != Effect::call) continue;
    if (elsewhere.contains(i.address)) i.target = Instruction::no_target;
    kernel.calls_other_sections |= i.target == Instruction::no_target;
  }
}

void check_targets(const File& file, const elf::Section& text, const Kernel& kernel) {
  for (const Instruction& i : kernel.instructions) {
    const bool is_wrong = i.target != Instruction::no_target && !kernel.index_of(i.target);
    if (is_wrong)
      file.place.at(text.offset + i.address)
          .fail(fmt::format("{} leads to {:#x}, where no instruction of {} begins", text_of(i), i.target, kernel.name));
  }
}

std::vector<Instruction> maxwell_instructions(std::string_view code, int sm) {
  std::vector<Instruction> instructions;
  for (std::uint32_t group = 0; group < code.size(); group += maxwell_group_bytes) {
    const auto control = number_at<std::uint64_t>(code, group);
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t at = group + (k + 1) * maxwell_instruction_bytes;
      const auto own = static_cast<std::uint32_t>(detail::field(control, 21 * k, 21));
      instructions.push_back(decode_maxwell(number_at<std::uint64_t>(code, at), own, at, sm));
    }
  }
  return instructions;
}

std::vector<Instruction> instructions_in(std::string_view code, const source::Arch& arch) {
  if (is_maxwell(arch)) return maxwell_instructions(code, arch.number);
  std::vector<Instruction> instructions;
  for (std::uint32_t at = 0; at < code.size(); at += instruction_bytes)
    instructions.push_back(
        decode(number_at<std::uint64_t>(code, at), number_at<std::uint64_t>(code, at + 8), at, arch.number));
  return instructions;
}

Kernel read_kernel(const File& file, std::uint32_t section) {
  const elf::Section& text = file.elf.sections[section];
  Kernel kernel;
  kernel.name = text.name.substr(text_prefix.size());
  const std::uint32_t unit = is_maxwell(file.arch) ? maxwell_group_bytes : instruction_bytes;
  if (text.bytes.size() % unit != 0 || text.bytes.size() > 0xffffffff)
    file.place.at(text.offset)
        .fail(fmt::format("the code of {} has {} bytes, which are no whole instructions of {}", kernel.name,
                          text.bytes.size(), unit));
  const auto lines = file.lines.find(section);
  kernel.has_lines = lines != file.lines.end();
  kernel.instructions = instructions_in(text.bytes, file.arch);
  kernel.doubles_are_fast = file.arch.number == gp100_sm || file.arch.number == gv100_sm;
  if (kernel.has_lines)
    for (Instruction& i : kernel.instructions) i.line = line_at(lines->second, i.address);
  read_resources(file, kernel);
  read_branch_targets(file, kernel);
  mark_calls(file, section, kernel);
  check_targets(file, text, kernel);
  if (is_maxwell(file.arch)) detail::add_kept_targets(kernel);
  return kernel;
}

}  // namespace

std::optional<std::size_t> Kernel::index_of(std::uint32_t address) const {
  const auto found = std::ranges::lower_bound(instructions, address, {}, &Instruction::address);
  if (found == instructions.end() || found->address != address) return std::nullopt;
  return static_cast<std::size_t>(found - instructions.begin());
}

const Kernel* Code::find(std::string_view name) const {
  const auto found = std::ranges::find(kernels, name, &Kernel::name);
  return found == kernels.end() ? nullptr : &*found;
}

Code read_cubin(std::string_view bytes, const BytePlace& place) {
  const File file = open_file(bytes, place);
  Code code{file.arch, {}};
  for (std::uint32_t s = 0; s < file.elf.sections.size(); ++s) {
    const elf::Section& section = file.elf.sections[s];
    if (section.name.starts_with(text_prefix) &&
        file.section(constants_prefix, section.name.substr(text_prefix.size())))
      code.kernels.push_back(read_kernel(file, s));
  }
  return code;
}

}  // namespace forewarp::machine
