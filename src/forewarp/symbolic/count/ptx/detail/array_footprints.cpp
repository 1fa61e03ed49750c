// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The ratio of accesses to footprint (AFR; stevens2020, section 5) of each array of a compiled kernel and direction.
//
// An array is what one pointer argument points to. Every access of it must be followed in the same attempt, so that the
// union of the touched elements is one set. An access whose address comes from memory (a gather) has no array: it may
// touch any that holds its type of data, and those then have no ratio. Of a variable in shared memory each group has
// its own, and of one in local memory each thread: there are as many arrays as groups or threads.
#include <fmt/format.h>

#include <map>
#include <set>
#include <tuple>

#include "forewarp/symbolic/count/ptx/detail/rows.hpp"
#include "forewarp/symbolic/sets/footprint.hpp"

namespace forewarp::count::detail {
namespace {

struct Use {
  MemoryAccess* row;
  std::uint32_t instruction;
};

bool is_global(const MemoryAccess& row) { return row.space == "global" || row.space == "generic"; }

Domains::Copies copies_of(const MemoryAccess& row) {
  if (row.space == "local") return Domains::Copies::group;
  return row.space == "private" ? Domains::Copies::thread : Domains::Copies::one;
}

/// Where and when an instruction touches its array, as this attempt has it: the conditions of its
/// block and its own guard, and the byte offset without the array's address.
std::optional<Domains::Touch> touch_of(const RowSource& source, Attempt& attempt, std::uint32_t instruction) {
  const auto it = attempt.walker().accesses().find(instruction);
  if (it == attempt.walker().accesses().end() || !it->second.address.is_number()) return std::nullopt;
  const Form& address = *it->second.address.form;
  const Array array = array_of(attempt.algebra(), source.function, address);
  if (array.name.empty()) return std::nullopt;
  Domains::Touch touch{attempt.walker().conditions(source.cfg.block_of[instruction]), without(address, array.symbol)};
  if (it->second.guard != Algebra::always) touch.conditions.push_back(it->second.guard);
  return touch;
}

std::optional<PwQPolynomial> footprint_in(const RowSource& source, Attempt& attempt, const std::vector<Use>& uses) {
  std::vector<Domains::Touch> touches;
  for (const Use& use : uses) {
    auto touch = touch_of(source, attempt, use.instruction);
    if (!touch || use.row->bytes != uses.front().row->bytes) return std::nullopt;
    touches.push_back(std::move(*touch));
  }
  return attempt.domains().footprint(std::move(touches), uses.front().row->bytes, copies_of(*uses.front().row));
}

/// In the first attempt that has it: with every size free, with the block fixed, with the grid fixed too.
std::optional<PwQPolynomial> footprint_of(const RowSource& source, const std::vector<Use>& uses) {
  for (std::size_t number = 0; number < 3; ++number) {
    Attempt* attempt = source.attempt(number);
    auto touched = attempt == nullptr ? std::nullopt : footprint_in(source, *attempt, uses);
    if (!touched) continue;
    if (number > 0) source.fix(number);
    return touched;
  }
  return std::nullopt;
}

}  // namespace

void add_footprints(const RowSource& source, const std::vector<std::uint32_t>& instructions, PtxCounts& out) {
  std::map<std::pair<std::string, std::string>, std::vector<Use>> by_array;  // and direction
  std::set<std::tuple<std::string, std::string, std::int64_t>> anywhere;     // space, direction and bytes of gathers
  for (std::size_t n = 0; n < instructions.size(); ++n) {
    MemoryAccess& row = out.counts.accesses[n];
    if (row.space == "constant") continue;
    if (row.array.empty())
      for (const char* space : {"global", "local", "private"}) {
        if (row.space == space || row.space == "generic") anywhere.emplace(space, row.direction, row.bytes);
      }
    else
      by_array[{row.array, row.direction}].push_back({&row, instructions[n]});
  }
  // A gather of the same direction and width may touch this array, too: then its footprint is not
  // known.
  for (const auto& [array, uses] : by_array) {
    const MemoryAccess& first = *uses.front().row;
    if (anywhere.contains({is_global(first) ? "global" : first.space, first.direction, first.bytes})) continue;
    const auto touched = footprint_of(source, uses);
    if (!touched) continue;
    PwQPolynomial executions;
    for (const Use& use : uses) executions = executions + use.row->executions;
    const auto ratio = symbolic::quotient(executions.merged(), *touched);
    for (const Use& use : uses) {
      use.row->footprint = touched;
      use.row->access_ratio = ratio;
    }
  }
}

}  // namespace forewarp::count::detail
