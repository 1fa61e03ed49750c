// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// One row per memory instruction: its executions, its array and its strides. A stride is the slope of the address in an
// index, divided by the bytes of the access; it exists if the address is linear in that index with a slope free of
// other indices. The global index moves with both the thread (slope) and the block (slope times the block size).
//
// Example: y[4 * global_x], floats: address y + 16 global_x, so the local stride is 4 elements and the group stride
// 4 block_x elements.
#include <algorithm>

#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/frontend/ptx/wmma.hpp"
#include "forewarp/symbolic/count/ptx/detail/rows.hpp"
#include "forewarp/symbolic/count/ptx/kind.hpp"
#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::count::detail {
namespace {

/// Empty for what is no row: ldmatrix and stmatrix, whose lanes give addresses for each other, textures, copies.
std::string direction_of(const ptx::Instruction& i) {
  using ptx::MemoryKind;
  if (ptx::info_of(i.opcode).space != ptx::StateSpace::none) return "";
  switch (ptx::memory_kind(i.opcode)) {
    case MemoryKind::load:
      return "load";
    case MemoryKind::store:
      return "store";
    case MemoryKind::atomic:
    case MemoryKind::reduction:
      return "atomic";
    case MemoryKind::none:
    case MemoryKind::copy:
    case MemoryKind::prefetch:
    case MemoryKind::hint:
      return "";
  }
  return "";
}

/// Of one thread; of a wmma's matrix its share.
unsigned elements_of(const ptx::Instruction& i) {
  constexpr unsigned lanes = 32;
  if (!ptx::is_matrix_transfer(i.opcode)) return i.vector;
  const auto transfer = ptx::wmma_transfer(i.mnemonic);
  return transfer ? transfer->rows() * transfer->columns() / lanes : 1;
}

std::string space_of(ptx::StateSpace space) {
  switch (space) {
    case ptx::StateSpace::global:
      return "global";
    case ptx::StateSpace::shared:
      return "local";
    case ptx::StateSpace::const_:
      return "constant";
    case ptx::StateSpace::local:
      return "private";
    case ptx::StateSpace::none:
    case ptx::StateSpace::reg:
    case ptx::StateSpace::sreg:
    case ptx::StateSpace::param:
    case ptx::StateSpace::tex:
      return "generic";
  }
  return "generic";
}

bool is_index(SymbolKind kind) {
  return kind == SymbolKind::thread_index || kind == SymbolKind::block_index || kind == SymbolKind::global_index ||
         kind == SymbolKind::counter;
}

/// The strides of one address.
class Strides {
 public:
  Strides(Attempt& attempt, const Form& address, std::int64_t bytes)
      : algebra_(attempt.algebra()), domains_(attempt.domains()), address_(address), bytes_(bytes) {
    algebra_.collect(address, symbols_);
  }

  /// Which axes the kernel uses: those are in the row.
  void fill(const std::array<bool, 3>& used, MemoryAccess& row) {
    try {
      std::map<int, PwQPolynomial> local, group;
      bool affine = true;
      for (std::uint32_t axis = 0; axis < 3; ++axis) {
        if (!used[axis]) continue;
        const auto global = along(SymbolKind::global_index, axis);
        const auto thread = along(SymbolKind::thread_index, axis), block = along(SymbolKind::block_index, axis);
        if (!global || !thread || !block) {
          affine = false;
          continue;
        }
        const Form size = algebra_.launch_symbol(SymbolKind::block_size, axis);
        affine = put(*thread + *global, static_cast<int>(axis), local) && affine;
        affine = put(*block + algebra_.multiply(*global, size), static_cast<int>(axis), group) && affine;
      }
      if (affine) {
        row.local_strides = std::move(local);
        row.group_strides = std::move(group);
      }
      for (const SymbolId s : symbols_) {
        if (algebra_.info(s).kind != SymbolKind::counter) continue;
        const auto step = of(s);
        if (!step) continue;
        if (auto p = domains_.formula(*step)) {
          row.loop_strides.emplace(algebra_.info(s).name, times(*p, symbolic::Rational::of(1, bytes_)));
        }
      }
    } catch (const symbolic::LimitExceeded&) {
      row.local_strides.reset();
      row.group_strides.reset();
    }
  }

 private:
  /// Adds a stride in elements; false where it is not a formula of the sizes.
  bool put(const Form& stride, int axis, std::map<int, PwQPolynomial>& out) {
    auto p = domains_.formula(stride);
    if (!p) return false;
    out.emplace(axis, times(*p, symbolic::Rational::of(1, bytes_)));
    return true;
  }
  std::optional<Form> along(SymbolKind kind, std::uint32_t axis) {
    for (const SymbolId s : symbols_) {
      if (algebra_.info(s).kind == kind && algebra_.info(s).axis == axis) return of(s);
    }
    return Form();
  }
  /// What one step of s adds; nothing where that is not the same everywhere.
  std::optional<Form> of(SymbolId s) {
    if (algebra_.depends(without(address_, s), s)) return std::nullopt;
    const Form step = slope(address_, s);
    std::vector<SymbolId> symbols;
    algebra_.collect(step, symbols);
    for (const SymbolId other : symbols) {
      if (is_index(algebra_.info(other).kind)) return std::nullopt;
    }
    return step;
  }

  Algebra& algebra_;
  Domains& domains_;
  const Form& address_;
  std::int64_t bytes_;
  std::vector<SymbolId> symbols_;
};

// The axes of tid and ctaid that the kernel reads.
std::array<bool, 3> axes_of(const ptx::Function& function) {
  std::array<bool, 3> used{};
  for (const ptx::Operand& o : function.operands) {
    const bool index = o.special == ptx::Special::tid || o.special == ptx::Special::ctaid;
    if (o.kind == ptx::OperandKind::special && index && o.component < 3) used[o.component] = true;
  }
  return used;
}

}  // namespace

/// The only pointer parameter or variable in the address; none where there are two.
Array array_of(const Algebra& algebra, const ptx::Function& function, const Form& address) {
  Array out;
  for (const Term& t : address.terms) {
    const SymbolId s = t.monomial.single();
    if (s == 0 || t.coefficient != 1) continue;
    const SymbolInfo& info = algebra.info(s);
    const bool pointer =
        info.kind == SymbolKind::argument && ptx::size_of(function.parameters[info.argument].type) == 8;
    if (!pointer && info.kind != SymbolKind::base) continue;
    if (!out.name.empty()) return {};
    out = {info.name, pointer, s};
  }
  return out;
}

void add_accesses(const RowSource& source, PtxCounts& out) {
  const std::array<bool, 3> used = axes_of(source.function);
  std::vector<std::uint32_t> instructions;
  for (std::uint32_t b = 0; b < out.blocks.size(); ++b) {
    for (std::uint32_t n = out.blocks[b].first; n < out.blocks[b].last; ++n) {
      const ptx::Instruction& i = source.function.body[n];
      MemoryAccess row;
      row.direction = direction_of(i);
      if (row.direction.empty() || i.space == ptx::StateSpace::param) continue;
      row.space = space_of(i.space);
      const unsigned elements = elements_of(i);
      row.data_type = type_name(i.type(), elements);
      row.bytes = static_cast<std::int64_t>(elements) * ptx::size_of(i.type());
      row.guarded = i.guard >= 0 ? source.guarded(n) : out.formulas[out.blocks[b].formula];
      row.executions = row.guarded;
      if (Attempt* attempt = source.followed_by(b)) {
        const auto it = attempt->walker().accesses().find(n);
        if (it != attempt->walker().accesses().end() && it->second.address.is_number() && row.bytes > 0) {
          const Form& address = *it->second.address.form;
          const Array array = array_of(attempt->algebra(), source.function, address);
          row.array = array.name;
          if (row.space == "generic" && array.is_argument) row.space = "global";
          if (!ptx::is_matrix_transfer(i.opcode)) Strides(*attempt, address, row.bytes).fill(used, row);
        }
      }
      const bool uniform =
          row.local_strides && std::all_of(row.local_strides->begin(), row.local_strides->end(),
                                           [](const auto& s) { return s.second.merged().pieces().empty(); });
      const bool by_sub_group = uniform || row.space == "local";
      row.granularity = by_sub_group ? Granularity::sub_group : Granularity::work_item;
      row.count = by_sub_group ? times(row.guarded, symbolic::Rational::of(1, out.counts.sub_group_size)) : row.guarded;
      out.counts.accesses.push_back(std::move(row));
      instructions.push_back(n);
    }
  }
  add_footprints(source, instructions, out);
}

}  // namespace forewarp::count::detail
