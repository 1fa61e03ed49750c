// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/address_slice.hpp"

// From the address register backwards: the instruction that defines it, those that define what that one reads, and so
// on, down to parameters, numbers and indices. Of several definitions it is the last one in the text before the reader:
// where a loop moves a pointer behind its access, the one before the loop. The instructions found, in the order of the
// text, are the body of the new kernel, with a store in the place of each access; a load of a parameter becomes a move
// of its value.
//
// Example: Triton's grouped order has pid / (8 n), pid % (8 n) % 8 and pid % (8 n) / 8 for the rows and columns of
// tiles: some thirty instructions in the kernel, and in the slice.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "forewarp/frontend/analysis/def_use.hpp"
#include "forewarp/frontend/analysis/register_access.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/frontend/ptx/printer.hpp"

namespace forewarp::profile {
namespace {

using Accesses = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  ///< instruction and address register

constexpr std::array<const char*, 3> axes = {"x", "y", "z"};

bool is_parameter_load(const ptx::Instruction& i) {
  return i.opcode == ptx::Opcode::ld && i.space == ptx::StateSpace::param;
}

/// Whether the result follows from the registers that it reads, and from nothing that is implicit.
bool is_computed(const ptx::Instruction& i) {
  if (ptx::reads_beyond_registers(i.opcode) || ptx::writes_memory(i.opcode) || i.has("cc")) return false;
  if (i.opcode == ptx::Opcode::addc || i.opcode == ptx::Opcode::subc || i.opcode == ptx::Opcode::madc) return false;
  return ptx::operation_of(i.opcode) != ptx::Operation::none;
}

/// The register of the address in global memory: of a copy to shared memory it is the second address.
std::optional<std::uint32_t> address_register(const ptx::Function& entry, const ptx::Instruction& i) {
  std::optional<std::uint32_t> found;
  for (const ptx::Operand& operand : entry.operands_of(i)) {
    if (operand.kind != ptx::OperandKind::address) continue;
    found = operand.index >= 0 ? std::optional(static_cast<std::uint32_t>(operand.index)) : std::nullopt;
    if (ptx::memory_kind(i.opcode) != ptx::MemoryKind::copy) break;
    if (operand.count == 0 && &operand != &entry.operands_of(i).front()) break;
  }
  return found;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

class Slicer {
 public:
  Slicer(const ptx::Function& entry, launch::Dim3 grid, launch::Dim3 block,
         std::span<const std::vector<std::byte>> arguments)
      : entry_(entry), grid_(grid), block_(block), arguments_(arguments), flow_(entry) {
    const auto taken = [&](const ptx::Register& r) { return r.name.starts_with(prefix_); };
    while (std::ranges::any_of(entry.registers, taken)) prefix_ += '_';
  }

  /// Adds what the register is made of; false where something of it is not computed from the block index alone.
  bool add(std::uint32_t reg, std::uint32_t reader) {
    std::set<std::uint32_t> found;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open = {{reg, reader}};
    while (!open.empty()) {
      const auto [wanted, before] = open.back();
      open.pop_back();
      const auto definitions = flow_.definitions(wanted);
      const auto next = std::ranges::lower_bound(definitions, before);
      if (next == definitions.begin()) return false;
      const std::uint32_t at = *std::prev(next);
      if (instructions_.contains(at) || !found.insert(at).second) continue;
      ptx::Instruction instruction = entry_.body[at];
      instruction.guard = -1;
      if (is_parameter_load(instruction)) {
        if (moves(instruction).empty()) return false;
        continue;
      }
      if (!is_computed(instruction) || !has_known_operands(instruction)) return false;
      analysis::for_each_read(entry_, instruction, [&](std::uint32_t read) { open.emplace_back(read, at); });
    }
    instructions_.insert(found.begin(), found.end());
    return true;
  }

  /// Those whose address is no affine function of the block index, as far as the instructions show it: something of the
  /// index was divided, masked, compared or multiplied with itself.
  [[nodiscard]] Accesses bent(const Accesses& accesses) const {
    std::map<std::uint32_t, Shape> shapes;
    Accesses out;
    auto next = instructions_.begin();
    for (const auto& access : accesses) {
      for (; next != instructions_.end() && *next < access.first; ++next) {
        const Shape shape = shape_of(entry_.body[*next], shapes);
        analysis::for_each_written(entry_, entry_.body[*next], [&](std::uint32_t r) { shapes[r] = shape; });
      }
      if (shapes[access.second] == Shape::bent) out.push_back(access);
    }
    return out;
  }

  /// accesses: instructions with their address registers, in the order of the text.
  [[nodiscard]] std::string text(const ptx::Module& module, const Accesses& accesses) const {
    std::string out =
        fmt::format(".version {}.{}\n.target {}\n.address_size 64\n.visible .entry addresses(.param .u64 out)\n{{\n",
                    module.version_major, module.version_minor, module.target);
    std::set<std::uint32_t> registers;
    for (const std::uint32_t at : instructions_) {
      const auto add_register = [&](std::uint32_t r) { registers.insert(r); };
      analysis::for_each_written(entry_, entry_.body[at], add_register);
    }
    for (const std::uint32_t r : registers)
      out += fmt::format(".reg .{} {};\n", ptx::name_of(entry_.registers[r].type), entry_.registers[r].name);
    out += head(8 * accesses.size());
    std::size_t stored = 0;
    const auto store_before = [&](std::uint32_t at) {
      for (; stored < accesses.size() && accesses[stored].first <= at; ++stored)
        out += fmt::format("st.global.u64 [{}row+{}], {};\n", prefix_, 8 * stored,
                           entry_.registers[accesses[stored].second].name);
    };
    for (const std::uint32_t at : instructions_) {
      store_before(at);
      out += line(entry_.body[at]);
    }
    store_before(static_cast<std::uint32_t>(entry_.body.size()));
    return out + "done:\nret;\n}\n";
  }

 private:
  /// How a value depends on the block index.
  enum class Shape : std::uint8_t { fixed, affine, bent };

  [[nodiscard]] Shape shape_of(const ptx::Instruction& i, std::map<std::uint32_t, Shape>& shapes) const {
    unsigned moving = 0;
    bool is_bent = false;
    const auto note = [&](Shape shape) {
      moving += shape == Shape::fixed ? 0 : 1;
      is_bent |= shape == Shape::bent;
    };
    analysis::for_each_read(entry_, i, [&](std::uint32_t r) { note(shapes[r]); });
    for (const ptx::Operand& operand : entry_.operands_of(i))
      if (operand.kind == ptx::OperandKind::special && operand.special == ptx::Special::ctaid) note(Shape::affine);
    if (moving == 0) return Shape::fixed;
    const ptx::Operation operation = ptx::operation_of(i.opcode);
    const bool is_product = operation == ptx::Operation::multiply || operation == ptx::Operation::multiply_add;
    const bool is_linear = is_product || operation == ptx::Operation::add || operation == ptx::Operation::move ||
                           operation == ptx::Operation::address || operation == ptx::Operation::convert ||
                           operation == ptx::Operation::sign || i.opcode == ptx::Opcode::shl;
    const bool is_square = is_product && moving > 1 && operation == ptx::Operation::multiply;
    return is_bent || !is_linear || is_square ? Shape::bent : Shape::affine;
  }

  /// Indices of this thread's block.
  [[nodiscard]] std::string head(std::size_t row_bytes) const {
    return fmt::format(R"(.reg .pred {0}past;
.reg .b32 {0}number, {0}part, {0}x, {0}y, {0}z, {0}zero;
.reg .b64 {0}row, {0}out;
mov.u32 {0}number, %ctaid.x;
mov.u32 {0}part, %tid.x;
mad.lo.u32 {0}number, {0}number, {1}, {0}part;
setp.ge.u32 {0}past, {0}number, {2};
@{0}past bra done;
ld.param.u64 {0}out, [out];
mul.wide.u32 {0}row, {0}number, {5};
add.u64 {0}row, {0}row, {0}out;
rem.u32 {0}x, {0}number, {3};
div.u32 {0}part, {0}number, {3};
rem.u32 {0}y, {0}part, {4};
div.u32 {0}z, {0}part, {4};
mov.u32 {0}zero, 0;
)",
                       prefix_, AddressSlice::threads, grid_.count(), grid_.x, grid_.y, row_bytes);
  }

  [[nodiscard]] std::string line(ptx::Instruction instruction) const {
    instruction.guard = -1;
    if (is_parameter_load(instruction)) return moves(instruction);
    std::string text = ptx::print(entry_, instruction) + "\n";
    const std::array<std::uint32_t, 3> grid = {grid_.x, grid_.y, grid_.z}, block = {block_.x, block_.y, block_.z};
    for (std::size_t k = 0; k < axes.size(); ++k) {
      replace_all(text, fmt::format("%ctaid.{}", axes[k]), prefix_ + axes[k]);
      replace_all(text, fmt::format("%tid.{}", axes[k]), prefix_ + "zero");
      replace_all(text, fmt::format("%nctaid.{}", axes[k]), std::to_string(grid[k]));
      replace_all(text, fmt::format("%ntid.{}", axes[k]), std::to_string(block[k]));
    }
    replace_all(text, "%laneid", prefix_ + "zero");
    replace_all(text, "%warpid", prefix_ + "zero");
    return text;
  }

  [[nodiscard]] bool has_known_operands(const ptx::Instruction& instruction) const {
    constexpr std::array known = {ptx::Special::tid,    ptx::Special::ntid,   ptx::Special::ctaid,
                                  ptx::Special::nctaid, ptx::Special::laneid, ptx::Special::warpid};
    return std::ranges::all_of(entry_.operands_of(instruction), [&](const ptx::Operand& operand) {
      if (operand.kind == ptx::OperandKind::special) return std::ranges::find(known, operand.special) != known.end();
      return operand.kind != ptx::OperandKind::symbol && operand.kind != ptx::OperandKind::address;
    });
  }

  /// Moves in the place of a load of a parameter; empty where its address is in a register.
  [[nodiscard]] std::string moves(const ptx::Instruction& load) const {
    const auto operands = entry_.operands_of(load);
    const auto parameter =
        std::ranges::find_if(entry_.parameters, [&](const auto& p) { return p.name == operands[1].name; });
    if (operands[1].index >= 0 || parameter == entry_.parameters.end()) return {};
    const auto place = static_cast<std::size_t>(parameter - entry_.parameters.begin());
    if (place >= arguments_.size()) return {};
    const bool is_vector = operands[0].kind == ptx::OperandKind::vector;
    const auto results = is_vector ? entry_.elements_of(operands[0]) : operands.first(1);
    const std::size_t size = ptx::size_of(load.type());
    std::string out;
    for (std::size_t k = 0; k < results.size(); ++k) {
      if (results[k].kind != ptx::OperandKind::reg) continue;
      const std::size_t offset = static_cast<std::size_t>(operands[1].offset) + k * size;
      if (size > 8 || offset + size > arguments_[place].size()) return {};
      out += move(results[k], load.type(), &arguments_[place][offset], size);
    }
    return out;
  }

  /// Signed values fill the register with their sign.
  [[nodiscard]] std::string move(const ptx::Operand& result, ptx::Type type, const std::byte* bytes,
                                 std::size_t size) const {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes, size);
    const ptx::Register& reg = entry_.registers[static_cast<std::size_t>(result.index)];
    const std::size_t width = ptx::size_of(reg.type);
    const auto unused = static_cast<unsigned>(64 - 8 * size);
    if (ptx::is_signed(type)) value = static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
    if (width < 8) value &= (std::uint64_t{1} << 8 * width) - 1;
    return fmt::format("mov.b{} {}, {:#x};\n", 8 * width, reg.name, value);
  }

  const ptx::Function& entry_;
  launch::Dim3 grid_, block_;
  std::span<const std::vector<std::byte>> arguments_;
  analysis::DefUse flow_;
  std::string prefix_ = "%block_";
  std::set<std::uint32_t> instructions_;
};

}  // namespace

AddressSlice address_slice(const ptx::Module& module, const ptx::Function& entry, launch::Dim3 grid, launch::Dim3 block,
                           std::span<const std::uint32_t> wanted, std::span<const std::vector<std::byte>> arguments) {
  Slicer slicer(entry, grid, block, arguments);
  AddressSlice out;
  Accesses accesses;
  for (const std::uint32_t at : wanted) {
    const auto reg = address_register(entry, entry.body[at]);
    if (!reg || ptx::size_of(entry.registers[*reg].type) != 8 || !slicer.add(*reg, at)) continue;
    accesses.emplace_back(at, *reg);
  }
  std::ranges::sort(accesses);
  accesses = slicer.bent(accesses);
  for (const auto& [at, reg] : accesses) out.accesses.push_back(at);
  if (!accesses.empty()) out.text = slicer.text(module, accesses);
  return out;
}

}  // namespace forewarp::profile
