// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Three columns per row: the count by the rules of granularity, the count under guards, and what the emulator executed
// of the generated code.
#include "forewarp/symbolic/count/loop/compare.hpp"

#include <fmt/format.h>

#include "forewarp/symbolic/count/loop/detail/ran.hpp"

namespace forewarp::count {

namespace {

using Key = std::pair<Compared::Kind, std::string>;
using Rows = std::map<Key, Compared>;

Compared& row_of(Rows& rows, Compared::Kind kind, const std::string& what) {
  Compared& row = rows[{kind, what}];
  row.kind = kind;
  row.what = what;
  return row;
}

/// The rule counts an operation once per sub-group or per work-item (stevens2020, granularity of
/// counts); the other two columns count work-items, so a row of sub-groups is multiplied by their
/// size.
template <class Row>
void add(const Row& from, const Sizes& sizes, std::int64_t sub_group, Compared& to) {
  const double each = from.granularity == Granularity::sub_group ? static_cast<double>(sub_group) : 1;
  to.rule += each * from.count.evaluate(sizes).value();
  to.guarded += from.guarded.evaluate(sizes).value();
}

std::string access_name(const std::string& space, const std::string& type, const std::string& direction,
                        const std::string& array) {
  return fmt::format("{} {} {}{}{}", space, type, direction, array.empty() ? "" : " ", array);
}

void add_stated(const KernelCounts& counts, const Sizes& sizes, Rows& rows) {
  for (const Operation& o : counts.operations) {
    if (o.kind == "index")
      add(o, sizes, counts.sub_group_size, row_of(rows, Compared::Kind::index, "index arithmetic"));
    else if (o.data_type.starts_with("float"))
      add(o, sizes, counts.sub_group_size,
          row_of(rows, Compared::Kind::operation, fmt::format("{} {}", o.data_type, o.kind)));
  }
  for (const MemoryAccess& a : counts.accesses) {
    const std::string array = a.space == "local" ? "" : a.array;
    add(a, sizes, counts.sub_group_size,
        row_of(rows, Compared::Kind::access, access_name(a.space, a.data_type, a.direction, array)));
  }
  Compared& barriers = row_of(rows, Compared::Kind::barrier, "barriers a work-item");
  barriers.rule = barriers.guarded = counts.local_barriers.evaluate(sizes).value();
}

/// The element of the accesses in this space, and of this array if it is global: one where there is but one.
const MemoryAccess* element_of(const KernelCounts& counts, const std::string& space, const std::string& array) {
  for (const MemoryAccess& a : counts.accesses)
    if (a.space == space && (space == "local" || a.array == array)) return &a;
  return nullptr;
}

void add_ran(const KernelCounts& counts, const detail::Ran& ran, double work_items, Rows& rows) {
  // Index arithmetic is compared only if it was counted: generated code always has some.
  const bool index = rows.contains({Compared::Kind::index, "index arithmetic"});
  for (const auto& [key, lanes] : ran.operations) {
    const auto& [type, kind] = key;
    const bool computes = kind != "move" && kind != "convert" && kind != "compare" && kind != "select";
    if (type.starts_with("float") && computes)
      row_of(rows, Compared::Kind::operation, fmt::format("{} {}", type, kind)).ran += static_cast<double>(lanes);
    if (index && type.starts_with("int") && (kind == "add" || kind == "mul" || kind == "madd" || kind == "logic"))
      row_of(rows, Compared::Kind::index, "index arithmetic").ran += static_cast<double>(lanes);
  }
  for (const auto& [key, bytes] : ran.bytes) {
    const auto& [space, direction, array] = key;
    const MemoryAccess* like = element_of(counts, space, array);
    const std::string type = like == nullptr ? "bytes" : like->data_type;
    row_of(rows, Compared::Kind::access, access_name(space, type, direction, array)).ran +=
        static_cast<double>(bytes) / static_cast<double>(like == nullptr ? 1 : like->bytes);
  }
  row_of(rows, Compared::Kind::barrier, "barriers a work-item").ran = static_cast<double>(ran.barriers) / work_items;
}

}  // namespace

std::vector<Compared> compare(const KernelCounts& counts, const Sizes& sizes, const ptx::Module& module,
                              const launch::Launch& launch) {
  Rows rows;
  add_stated(counts, sizes, rows);
  const auto work_items = static_cast<double>(launch.grid.count() * launch.block.count());
  add_ran(counts, detail::run(module, launch), work_items, rows);
  std::vector<Compared> all;
  for (auto& [key, row] : rows) all.push_back(std::move(row));
  return all;
}

}  // namespace forewarp::count
