// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/cycles.hpp"
#include "forewarp/symbolic/count/ptx/detail/rows.hpp"
#include "forewarp/symbolic/count/ptx/kind.hpp"

namespace forewarp::count::detail {
using ptx::Opcode;

namespace {

/// Instructions of one kind and type: how many for each formula of a block, so that a thousand
/// additions in ten blocks cost ten multiplications of formulas, and those under guards of their
/// own one by one.
struct Sum {
  std::map<std::size_t, std::int64_t> blocks;  // formula -> instructions
  std::vector<PwQPolynomial> guarded;
};
using Sums = std::map<std::pair<std::string, std::string>, Sum>;  // by kind and type

std::vector<Operation> rows_of(const Sums& sums, const PtxCounts& out) {
  std::vector<Operation> rows;
  for (const auto& [key, sum] : sums) {
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
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

PwQPolynomial times(const PwQPolynomial& p, const symbolic::Rational& factor) {
  std::vector<symbolic::Piece> pieces = p.pieces();
  for (symbolic::Piece& piece : pieces) piece.value = piece.value * symbolic::Polynomial(factor);
  return PwQPolynomial(p.symbols(), std::move(pieces));
}

void add_operations(const RowSource& source, PtxCounts& out) {
  Sums sums, chains;
  const std::vector<bool> chained = analysis::instructions_on_cycles(analysis::DefUse(source.function));
  for (std::uint32_t b = 0; b < out.blocks.size(); ++b) {
    for (std::uint32_t n = out.blocks[b].first; n < out.blocks[b].last; ++n) {
      const ptx::Instruction& i = source.function.body[n];
      const std::string kind = kind_of(i.opcode);
      if (kind.empty()) continue;
      const std::string type = type_name(i.opcode == Opcode::setp ? i.type(0) : i.type());
      const auto add = [&](Sums& to) {
        Sum& sum = to[{kind, type}];
        if (i.guard >= 0)
          sum.guarded.push_back(source.guarded(n));
        else
          ++sum.blocks[out.blocks[b].formula];
      };
      add(sums);
      // Whole numbers count and point; a move hands on.
      if (chained[n] && type.starts_with("float") && kind != "move") add(chains);
    }
  }
  out.counts.operations = rows_of(sums, out);
  out.counts.chains = rows_of(chains, out);
}

}  // namespace forewarp::count::detail
