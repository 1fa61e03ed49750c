// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "forewarp/count/ptx/detail/rows.hpp"

namespace forewarp::count::detail {
namespace {

using ptx::Opcode;

/// The word of the cost expressions for an opcode; empty for what computes nothing (branches, memory, barriers).
std::string kind_of(const ptx::Instruction& i) {
  switch (i.opcode) {
    case Opcode::fma:
    case Opcode::mad:
    case Opcode::mad24:
      return "madd";
    case Opcode::mul24:
      return "mul";
    case Opcode::ex2:
      return "exp2";
    case Opcode::lg2:
      return "log2";
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
    case Opcode::not_:
    case Opcode::cnot:
    case Opcode::lop3:
    case Opcode::shl:
    case Opcode::shr:
    case Opcode::shf:
      return "logic";
    case Opcode::setp:
    case Opcode::set:
      return "compare";
    case Opcode::selp:
    case Opcode::slct:
      return "select";
    case Opcode::cvt:
      return "convert";
    case Opcode::mov:
    case Opcode::cvta:
      return "move";
    case Opcode::add:
    case Opcode::sub:
      return "add";
    case Opcode::mul:
    case Opcode::div:
    case Opcode::rem:
    case Opcode::rcp:
    case Opcode::sqrt:
    case Opcode::rsqrt:
    case Opcode::sin:
    case Opcode::cos:
    case Opcode::tanh:
    case Opcode::min:
    case Opcode::max:
    case Opcode::abs:
    case Opcode::neg:
    case Opcode::shfl:
    case Opcode::mma:
    case Opcode::wmma:
    case Opcode::popc:
    case Opcode::clz:
      return std::string(ptx::name_of(i.opcode));
    default:
      return "";
  }
}

}  // namespace

PwQPolynomial times(const PwQPolynomial& p, const symbolic::Rational& factor) {
  std::vector<symbolic::Piece> pieces = p.pieces();
  for (symbolic::Piece& piece : pieces) piece.value = piece.value * symbolic::Polynomial(factor);
  return PwQPolynomial(p.symbols(), std::move(pieces));
}

std::string type_name(ptx::Type type, unsigned vector) {
  const unsigned bits = 8 * ptx::size_of(type);
  std::string name = type == ptx::Type::pred || bits == 0 ? std::string(ptx::name_of(type))
                     : type == ptx::Type::f16 || type == ptx::Type::f32 || type == ptx::Type::f64
                         ? fmt::format("float{}", bits)
                     : ptx::is_float(type) ? std::string(ptx::name_of(type))
                                           : fmt::format("int{}", bits);
  if (vector > 1) name += fmt::format("x{}", vector);
  return name;
}

void add_operations(const RowSource& source, PtxCounts& out) {
  struct Sum {
    std::map<std::size_t, std::int64_t> blocks;  // formula -> instructions
    std::vector<PwQPolynomial> guarded;
  };
  std::map<std::pair<std::string, std::string>, Sum> sums;
  for (std::uint32_t b = 0; b < out.blocks.size(); ++b) {
    for (std::uint32_t n = out.blocks[b].first; n < out.blocks[b].last; ++n) {
      const ptx::Instruction& i = source.function.body[n];
      const std::string kind = kind_of(i);
      if (kind.empty()) continue;
      Sum& sum = sums[{kind, type_name(i.opcode == Opcode::setp ? i.type(0) : i.type())}];
      if (i.guard >= 0) {
        sum.guarded.push_back(source.guarded(n));
      } else {
        ++sum.blocks[out.blocks[b].formula];
      }
    }
  }
  for (auto& [key, sum] : sums) {
    Operation row;
    row.kind = key.first;
    row.data_type = key.second;
    for (const auto& [formula, weight] : sum.blocks) {
      row.guarded = row.guarded + times(out.formulas[formula], symbolic::Rational(weight));
    }
    for (const PwQPolynomial& p : sum.guarded) row.guarded = row.guarded + p;
    row.guarded = row.guarded.merged();
    row.executions = row.guarded;
    row.count = times(row.guarded, symbolic::Rational::of(1, out.counts.sub_group_size));
    row.granularity = Granularity::sub_group;
    out.counts.operations.push_back(std::move(row));
  }
}

}  // namespace forewarp::count::detail
