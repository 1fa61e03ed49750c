// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/count/ptx/detail/rows.hpp"
#include "forewarp/count/ptx/kind.hpp"

namespace forewarp::count::detail {
using ptx::Opcode;

PwQPolynomial times(const PwQPolynomial& p, const symbolic::Rational& factor) {
  std::vector<symbolic::Piece> pieces = p.pieces();
  for (symbolic::Piece& piece : pieces) piece.value = piece.value * symbolic::Polynomial(factor);
  return PwQPolynomial(p.symbols(), std::move(pieces));
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
      const std::string kind = kind_of(i.opcode);
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
