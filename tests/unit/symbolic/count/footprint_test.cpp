// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Elements touched, as formulas from PTX, against the distinct addresses that the emulator sees.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_set>

#include "corpus_kernels.hpp"
#include "forewarp/emulate/machine/bind.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/symbolic/count/ptx/analyse.hpp"
#include "forewarp/symbolic/count/ptx/fill.hpp"

namespace forewarp::count {
namespace {

using Key = std::pair<std::string, std::string>;  // array, direction

/// Distinct addresses of global accesses by direction, and of shared memory, which each block has its own of.
class Addresses final : public emu::Observer {
 public:
  [[nodiscard]] std::unique_ptr<Observer> fork() const override { return std::make_unique<Addresses>(); }
  void merge(Observer& later) override {
    for (auto& [direction, addresses] : static_cast<Addresses&>(later).seen) seen[direction].merge(addresses);
    for (auto& [direction, addresses] : static_cast<Addresses&>(later).shared) shared[direction].merge(addresses);
  }
  void access(emu::WarpId warp, const emu::Access& a) override {
    if (a.space != ptx::StateSpace::global && a.space != ptx::StateSpace::shared) return;
    const char* direction = a.kind == emu::AccessKind::load    ? "load"
                            : a.kind == emu::AccessKind::store ? "store"
                                                               : "atomic";
    const bool own = a.space == ptx::StateSpace::shared;
    for (emu::LaneMask left = a.active; left != 0; left &= left - 1) {
      const std::uint64_t address = a.addresses[std::countr_zero(left)];
      (own ? shared : seen)[direction].insert(own ? (warp.block << 32) + address : address);
    }
  }
  std::map<std::string, std::unordered_set<std::uint64_t>> seen, shared;
};

struct Elements {
  std::map<Key, std::int64_t> global;
  std::map<std::string, std::int64_t> shared;  ///< by direction
};

/// Elements touched by array and direction.
Elements emulated_elements(const ptx::Module& module, const launch::Launch& launch) {
  emu::Machine machine(module, launch.entry, {.threads = 1});
  const emu::BoundArguments arguments = emu::bind(launch, machine.memory());
  Addresses observer;
  machine.run(launch, arguments.bytes, {}, &observer);
  Elements out;
  for (const auto& [direction, addresses] : observer.shared)
    out.shared[direction] = static_cast<std::int64_t>(addresses.size());
  for (std::size_t n = 0; n < launch.arguments.size(); ++n) {
    const auto* buffer = std::get_if<launch::Buffer>(&launch.arguments[n].value);
    if (buffer == nullptr) continue;
    for (const auto& [direction, addresses] : observer.seen) {
      const std::uint64_t first = arguments.addresses[n], last = first + buffer->bytes();
      out.global[{launch.arguments[n].name, direction}] =
          std::ranges::count_if(addresses, [&](std::uint64_t a) { return first <= a && a < last; });
    }
  }
  return out;
}

launch::Launch launch_of(const launch::Description& description, const std::map<std::string, std::int64_t>& sizes,
                         const ptx::Module& module) {
  launch::Launch launch = launch::launch_from(description, {.set = sizes}, module.find(module.entries()[0]));
  launch.entry = module.entries()[0];
  return launch;
}

struct Compared {
  std::size_t known = 0, rows = 0;
  std::size_t shared_known = 0, shared_rows = 0;
};

/// Shared memory of a direction, where all of its arrays are known: the emulator does not tell arrays apart.
void compare_shared(const std::string& kernel, const PtxCounts& counts, const Sizes& sizes, const Elements& expected,
                    Compared& out) {
  std::map<std::string, std::map<std::string, std::string>> by_direction;  // array: elements, "?" not known
  for (const MemoryAccess& row : counts.counts.accesses) {
    if (row.space != "local") continue;
    ++out.shared_rows;
    out.shared_known += row.footprint ? 1 : 0;
    std::string& elements = by_direction[row.direction][row.array];
    elements = row.footprint ? row.footprint->evaluate(sizes).str() : "?";
  }
  for (const auto& [direction, arrays] : by_direction) {
    std::int64_t sum = 0;
    for (const auto& [array, elements] : arrays) sum += elements == "?" ? -1'000'000'000'000 : std::stoll(elements);
    if (sum < 0) continue;
    const auto found = expected.shared.find(direction);
    EXPECT_EQ(sum, found == expected.shared.end() ? 0 : found->second) << kernel << ", shared, " << direction;
  }
}

Compared compare(const CorpusCase& one) {
  const launch::Description description = launch::load_kernel(one.kernel);
  const auto shipped = launch::shipped_ptx(description);
  if (!shipped) return {};
  const ptx::Module module = ptx::parse(shipped->text, shipped->file.string());
  const launch::Launch launch = launch_of(description, one.launches[0], module);
  const PtxCounts counts = analyse(module, launch.entry, options_for(launch));
  const auto expected = emulated_elements(module, launch);
  Sizes sizes = sizes_of(counts, launch);
  Compared out;
  for (const MemoryAccess& row : counts.counts.accesses) {
    if (row.space != "global") continue;
    ++out.rows;
    if (!row.footprint) continue;
    ++out.known;
    const auto found = expected.global.find({row.array, row.direction});
    EXPECT_EQ(row.footprint->evaluate(sizes).str(), std::to_string(found == expected.global.end() ? 0 : found->second))
        << one.kernel << ' ' << row.direction << ' ' << row.array << ": " << row.footprint->str();
  }
  compare_shared(one.kernel, counts, sizes, expected, out);
  return out;
}

TEST(Footprints, OfTheBundledKernelsAreTheDistinctAddressesThatTheEmulatorSees) {
  Compared all;
  for (const CorpusCase& one : corpus_cases()) {
    const Compared each = compare(one);
    all.known += each.known;
    all.rows += each.rows;
    all.shared_known += each.shared_known;
    all.shared_rows += each.shared_rows;
  }

  std::printf("footprints of %zu of %zu global accesses, of %zu of %zu in shared memory\n", all.known, all.rows,
              all.shared_known, all.shared_rows);
  EXPECT_GE(all.shared_known, 700U);  // of 3436
  EXPECT_GE(all.known, 600U);  // of 1620; the others are gathers, products of indices, or too many different places
}

}  // namespace
}  // namespace forewarp::count
