// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/waits.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/emulate/profile/lock_section.hpp"
#include "forewarp/emulate/profile/program.hpp"
#include "forewarp/frontend/analysis/dependence.hpp"

namespace forewarp::profile {
namespace {

constexpr std::size_t most_places = 3;  ///< that a mark names
constexpr double contended = 1.5;       ///< acquisitions of a lock per launch: with fewer, no thread waits

double nominal_cycles(const CriticalPath& path) {
  double cycles = 0;
  for (unsigned k = 0; k < link_classes; ++k)
    cycles += path.*path_links[k] * nominal_latency(static_cast<LinkClass>(k));
  return cycles;
}

class WaitFinder {
 public:
  WaitFinder(const LaunchCode& code, const Profile& profile,
             const std::function<double(std::uint32_t)>& lanes_at_busiest)
      : code_(code), executed_(code.program, profile, code.taken), lanes_(lanes_at_busiest) {}

  Waits run() {
    std::set<const ptx::Function*> functions;
    for (const auto& block : code_.program.blocks) functions.insert(block.function);
    std::vector<const ptx::Function*> in_order;
    for (const auto& block : code_.program.blocks)
      if (functions.erase(block.function) > 0) in_order.push_back(block.function);
    for (const ptx::Function* function : in_order) look_at(*function);
    add_mark("waits in a loop for what other threads store", values_);
    add_mark("each block waits in a loop for what another one stores", chains_);
    add_mark("waits in a loop for a lock", locks_);
    add_sleeps();
    return std::move(out_);
  }

 private:
  void look_at(const ptx::Function& function) {
    const analysis::Cfg& cfg = executed_.cfg(function);
    const analysis::Dataflow flow(function, cfg);
    for (const analysis::WaitLoop& wait : analysis::wait_loops(flow)) {
      const std::uint32_t block = cfg.block_of[wait.poll];
      waits_.insert({&function, cfg.loops[wait.loop].header});
      if (executed_.threads(function, block) == 0) continue;
      const std::string place = place_name(code_.module, function, wait.poll);
      if (wait.kind == analysis::WaitKind::lock) {
        look_at_lock(flow, wait, place);
      } else {
        add_place(depends_on_block(function, wait.poll) ? chains_ : values_, place);
      }
    }
    for (std::uint32_t n = 0; n < function.body.size(); ++n) {
      if (function.body[n].opcode != ptx::Opcode::nanosleep) continue;
      const analysis::Loop* loop = cfg.innermost_loop(cfg.block_of[n]);
      if (loop == nullptr || !waits_.contains({&function, loop->header}))
        sleeps_ += executed_.warps(function, cfg.block_of[n]);
    }
  }

  /// How often the busiest lock was taken: the lanes that swapped at its address, without those that failed.
  void look_at_lock(const analysis::Dataflow& flow, const analysis::WaitLoop& wait, const std::string& place) {
    const ptx::Function& function = flow.function();
    const double swaps = executed_.threads(function, flow.cfg().block_of[wait.poll]);
    const double taken = entries_of(executed_, function, flow.cfg().loops[wait.loop]);
    const double lanes = lanes_of(function, wait.poll);
    if (!(lanes > 0)) return add_place(locks_, place);
    const double acquisitions = lanes * std::min(1.0, taken / swaps);
    if (acquisitions < contended) return;
    const Lock lock{acquisitions, section_path(executed_, flow, wait, taken)};
    if (acquisitions * nominal_cycles(lock.section) > out_.lock.acquisitions * nominal_cycles(out_.lock.section))
      out_.lock = lock;
    out_.marks.push_back(
        {MarkKind::waits,
         {},
         place,
         fmt::format(
             "threads take turns at a lock ({}): {:.0f} times at the busiest address, which are counted one after "
             "the other; what else waiting costs is not, so the prediction is a lower bound",
             place, acquisitions)});
  }

  [[nodiscard]] double lanes_of(const ptx::Function& function, std::uint32_t instruction) const {
    const auto& sites = code_.program.sites;
    for (std::uint32_t s = 0; s < sites.size(); ++s)
      if (sites[s].function == &function && sites[s].instruction == instruction) return lanes_(s);
    return 0;
  }

  bool depends_on_block(const ptx::Function& function, std::uint32_t poll) {
    if (!dependence_) dependence_ = analysis::dependence_of(code_.module, code_.entry);
    if (!dependence_->complete || dependence_->values_of(function) == nullptr) return false;
    for (const ptx::Operand& operand : function.operands_of(function.body[poll])) {
      if (operand.kind != ptx::OperandKind::address) continue;
      const auto& of = dependence_->sources_of(function, operand).indices;
      using analysis::Index;
      return of[std::size_t(Index::block_x)] || of[std::size_t(Index::block_y)] || of[std::size_t(Index::block_z)];
    }
    return false;
  }

  static void add_place(std::vector<std::string>& places, const std::string& place) {
    if (std::ranges::find(places, place) == places.end()) places.push_back(place);
  }

  void add_mark(std::string_view what, const std::vector<std::string>& places) {
    if (places.empty()) return;
    const std::vector<std::string> named(places.begin(), places.begin() + std::min(places.size(), most_places));
    out_.marks.push_back({MarkKind::waits,
                          {},
                          places.front(),
                          fmt::format("{} ({}{}): that time is not counted, so the prediction is a lower bound", what,
                                      fmt::join(named, ", "), places.size() > named.size() ? ", ..." : "")});
  }

  void add_sleeps() {
    if (sleeps_ == 0) return;
    out_.marks.push_back(
        {MarkKind::untimed,
         {},
         {},
         fmt::format("nanosleep is executed by {:.0f} warps; how long they sleep is not counted, so the "
                     "prediction is a lower bound",
                     sleeps_)});
  }

  const LaunchCode& code_;
  Executed executed_;
  const std::function<double(std::uint32_t)>& lanes_;
  std::optional<analysis::Dependence> dependence_;
  std::vector<std::string> values_, chains_, locks_;
  std::set<std::pair<const ptx::Function*, std::uint32_t>> waits_;  ///< loops, by their headers
  double sleeps_ = 0;
  Waits out_;
};

}  // namespace

Waits waits_of(const LaunchCode& code, const Profile& profile,
               const std::function<double(std::uint32_t site)>& lanes_at_busiest) {
  return WaitFinder(code, profile, lanes_at_busiest).run();
}

}  // namespace forewarp::profile
