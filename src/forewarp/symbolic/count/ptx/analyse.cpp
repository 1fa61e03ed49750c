// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Counts per basic block. Up to three attempts, more and more of the launch fixed to numbers: nothing, the block size,
// the grid as well. A block takes its formula from the first attempt that can count it; a formula of a later one is
// valid for that launch only, which a note says. Blocks that depend on data get an unknown, freq_BBn; blocks with the
// same chain of conditions share it, as they run equally often.
//
// Example: `if (i < n)` is counted by attempt 0, min(n, threads_x); `i / blockDim.x` with an unknown block size is not
// affine, so it needs attempt 1; `if (a[i] > 0)` is on data, and no attempt is made beyond the first.
#include "forewarp/symbolic/count/ptx/analyse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"
#include "forewarp/symbolic/count/ptx/detail/attempt.hpp"
#include "forewarp/symbolic/count/ptx/detail/rows.hpp"

namespace forewarp::count {
namespace {

using detail::Attempt;

// Beyond these sizes following every block would take too long; every block is then an unknown,
// with a note.
constexpr std::size_t max_instructions = 32768, max_blocks = 2048, max_loops = 64;
constexpr std::size_t max_pieces = 128;

/// Names that isl reads as something else, or that sizes of the launch have.
bool is_taken(const std::string& name) {
  static const std::set<std::string> words{"and", "or",    "not",    "mod",   "floor", "ceil",
                                           "min", "max",   "exists", "true",  "false", "implies",
                                           "rat", "infty", "NaN",    "ceild", "floord"};
  if (words.contains(name) || name.starts_with("freq_BB")) return true;
  for (const char* word : {"block_", "grid_", "threads_"}) {
    if (name.starts_with(word) && name.size() == std::string(word).size() + 1) return true;
  }
  return name.size() > 1 && name[0] == 'i' && std::all_of(name.begin() + 1, name.end(), is_digit);
}

// Names of parameters as isl accepts them, made unique.
std::vector<std::string> names_of(const ptx::Function& function, const PtxOptions& options) {
  std::vector<std::string> out;
  for (std::size_t n = 0; n < function.parameters.size(); ++n) {
    std::string name = n < options.argument_names.size() ? options.argument_names[n] : "";
    for (char& c : name) {
      if (!is_word(c)) c = '_';
    }
    if (!is_identifier(name)) name = fmt::format("param_{}", n);
    while (is_taken(name) || std::find(out.begin(), out.end(), name) != out.end()) name += '_';
    out.push_back(std::move(name));
  }
  return out;
}

/// The attempts in order: free, with the block fixed, with the grid fixed too; made when they are requested.
class Analysis {
 public:
  Analysis(const ptx::Function& function, const PtxOptions& options)
      : function_(function),
        options_(options),
        cfg_(analysis::control_flow(function)),
        names_(names_of(function, options)) {
    too_large_ =
        function.body.size() > max_instructions || cfg_.blocks.size() > max_blocks || cfg_.loops.size() > max_loops;
    if (!too_large_) regions_ = detail::regions_of(function, cfg_);
  }

  PtxCounts run() {
    out_.counts.kernel = function_.name;
    for (std::uint32_t b = 0; b < cfg_.blocks.size(); ++b) count_block(b);
    const detail::RowSource source{.function = function_,
                                   .cfg = cfg_,
                                   .guarded = [this](std::uint32_t n) { return guarded(n); },
                                   .followed_by = [this](std::uint32_t b) { return follower(b); },
                                   .attempt = [this](std::size_t number) { return attempt(number); },
                                   .fix = [this](std::size_t number) { fix(number); }};
    detail::add_operations(source, out_);
    detail::add_accesses(source, out_);
    add_launch();
    add_barriers();
    for (const auto& [name, value] : out_.fixed) {
      out_.counts.notes.push_back(fmt::format("holds for {} = {} alone", name, value));
    }
    if (too_large_) out_.counts.notes.emplace_back("the kernel is too large to be followed: every block is unknown");
    if (!attempts_.empty() && attempts_[0] && !attempts_[0]->failure().empty()) {
      out_.counts.notes.push_back(attempts_[0]->failure());
    }
    note_calls();
    name_sizes();
    return std::move(out_);
  }

 private:
  /// Of an instruction under its guard (@%p add ...); the block's own count where the guard cannot
  /// be followed, with a note, since that is an upper bound.
  PwQPolynomial guarded(std::uint32_t instruction) {
    const std::uint32_t block = cfg_.block_of[instruction];
    const PwQPolynomial& whole = out_.formulas[out_.blocks[block].formula];
    if (Attempt* a = attempt_of(block)) {
      const auto it = a->walker().guards().find(instruction);
      if (it == a->walker().guards().end()) return whole;
      if (auto count = a->executions(block, it->second)) return *count;
    }
    out_.counts.notes.push_back(fmt::format("the guard of line {} is not followed: counted as if it always held",
                                            function_.body[instruction].line));
    return whole;
  }
  /// Addresses are followed in blocks whose frequency is unknown, too.
  Attempt* follower(std::uint32_t block) {
    Attempt* a = attempt_of(block);
    return a != nullptr ? a : attempt(0);
  }
  /// Attempts are made when first needed; null for one that failed or that the options do not allow.
  Attempt* attempt(std::size_t number) {
    if (too_large_) return nullptr;
    if ((number >= 1 && !options_.block) || (number >= 2 && !options_.grid)) return nullptr;
    if (attempts_.size() <= number) attempts_.resize(number + 1);
    if (!attempts_[number]) {
      const bool has_fallback = options_.block.has_value();
      detail::FixedLaunch fixed;
      if (number >= 1) fixed.block = {options_.block->x, options_.block->y, options_.block->z};
      if (number >= 2) fixed.grid = {options_.grid->x, options_.grid->y, options_.grid->z};
      const std::size_t pieces = number == 0 && has_fallback ? detail::Domains::readable_pieces : max_pieces;
      attempts_[number] =
          std::make_unique<Attempt>(function_, cfg_, regions_, names_, Attempt::Options{fixed, pieces, counted_});
    }
    return attempts_[number]->failure().empty() ? attempts_[number].get() : nullptr;
  }
  Attempt* attempt_of(std::uint32_t block) {
    const auto it = attempt_of_.find(block);
    return it == attempt_of_.end() ? nullptr : attempt(it->second);
  }

  /// The formula of a block, shared with blocks of the same conditions. A block that depends on
  /// data stops the search at once: fixing the launch would not make the data known.
  void count_block(std::uint32_t b) {
    const analysis::BasicBlock& block = cfg_.blocks[b];
    out_.blocks.push_back(
        {function_.body[block.first].line, function_.body[block.last - 1].line, block.first, block.last, 0});
    for (std::size_t number = 0; number < 3; ++number) {
      Attempt* a = attempt(number);
      if (a == nullptr) continue;
      const std::vector<detail::Cond> conditions = a->walker().conditions(b);
      if (std::find(conditions.begin(), conditions.end(), detail::Algebra::on_data) != conditions.end()) break;
      const auto key = std::pair(number, conditions);
      auto it = formula_of_.find(key);
      if (it == formula_of_.end()) {
        const auto count = a->executions(b);
        if (!count) continue;
        it = formula_of_.emplace(key, add(*count)).first;
        if (number >= 1) fix(number);
      }
      out_.blocks.back().formula = it->second;
      attempt_of_[b] = number;
      return;
    }
    unknown(b);
  }

  std::size_t add(PwQPolynomial formula) {
    out_.formulas.push_back(std::move(formula));
    return out_.formulas.size() - 1;
  }

  void fix(std::size_t number) {
    const auto set = [&](const char* word, const launch::Dim3& d) {
      out_.fixed[fmt::format("{}_x", word)] = d.x;
      out_.fixed[fmt::format("{}_y", word)] = d.y;
      out_.fixed[fmt::format("{}_z", word)] = d.z;
    };
    set("block", *options_.block);
    if (number >= 2) set("grid", *options_.grid);
  }

  /// A symbol for the block's number of executions, with a description.
  void unknown(std::uint32_t b) {
    if (Attempt* a = attempt(0)) {
      const auto [it, is_new] = unknown_of_.try_emplace(a->walker().chain(b), out_.formulas.size());
      if (!is_new) {
        out_.blocks[b].formula = it->second;
        return;
      }
    }
    const std::string name = fmt::format("freq_BB{}", b);
    const ptx::Instruction& first = function_.body[cfg_.blocks[b].first];
    std::string meaning = fmt::format("thread executions of the basic block at PTX line {}", first.line);
    if (first.loc >= 0) {
      meaning += fmt::format(", source line {}", function_.locs[static_cast<std::size_t>(first.loc)].line);
    }
    out_.counts.unknowns.push_back({name, meaning});
    out_.blocks[b].formula = add(PwQPolynomial::parameter(name));
  }

  void add_launch() {
    const auto product = [](const char* word) {
      PwQPolynomial out = PwQPolynomial::constant(1);
      for (const char axis : {'x', 'y', 'z'}) out = out * PwQPolynomial::parameter(fmt::format("{}_{}", word, axis));
      return out;
    };
    out_.counts.groups = product("grid");
    out_.counts.group_size = product("block");
  }

  /// Barriers per thread; those that not all threads execute equally often are left out, with a
  /// note: the conditions of the block must have no index of a thread or block in them, only
  /// counters of loops.
  void add_barriers() {
    for (std::uint32_t n = 0; n < function_.body.size(); ++n) {
      if (!ptx::is_barrier(function_.body[n].opcode)) continue;
      const std::uint32_t block = cfg_.block_of[n];
      Attempt* a = attempt_of(block);
      const auto count = a == nullptr ? std::nullopt : a->executions_of_one_thread(block);
      if (count) {
        out_.counts.local_barriers = out_.counts.local_barriers + *count;
      } else {
        out_.counts.notes.push_back(fmt::format(
            "the barrier of line {} is not counted: not every thread comes there as often", function_.body[n].line));
      }
    }
    out_.counts.local_barriers = out_.counts.local_barriers.merged();
  }

  void note_calls() {
    for (const ptx::Instruction& i : function_.body) {
      if (i.opcode != ptx::Opcode::call) continue;
      out_.counts.notes.emplace_back("calls functions, whose instructions are not counted");
      return;
    }
  }

  /// The symbols that the formulas use, each with its source (argument, launch, unknown).
  void name_sizes() {
    std::set<std::string> used;
    const auto use = [&](const PwQPolynomial& p) { used.insert(p.parameters().begin(), p.parameters().end()); };
    for (const PwQPolynomial& p : out_.formulas) use(p);
    for (const Operation& o : out_.counts.operations) use(o.guarded);
    for (const MemoryAccess& a : out_.counts.accesses) {
      use(a.guarded);
      for (const auto* strides : {&a.local_strides, &a.group_strides}) {
        if (!*strides) continue;
        for (const auto& [axis, p] : **strides) use(p);
      }
      for (const auto& [loop, p] : a.loop_strides) use(p);
      if (a.footprint) use(*a.footprint);
    }
    use(out_.counts.local_barriers);
    add_arguments(used);
    for (const auto& [word, kind] : {std::pair{"block", SizeSource::Kind::block},
                                     {"grid", SizeSource::Kind::grid},
                                     {"threads", SizeSource::Kind::threads}}) {
      for (std::uint32_t axis = 0; axis < 3; ++axis) {
        const std::string name = fmt::format("{}_{}", word, "xyz"[axis]);
        // Of the launch, all: groups and group_size have them.
        if (kind == SizeSource::Kind::threads && !used.contains(name)) continue;
        out_.sizes.push_back({kind, name, axis});
      }
    }
    for (const Unknown& u : out_.counts.unknowns) out_.sizes.push_back({SizeSource::Kind::unknown, u.name});
    for (const SizeSource& s : out_.sizes) out_.counts.parameters.push_back(s.name);
  }

  void add_arguments(const std::set<std::string>& used) {
    for (const ptx::Instruction& i : function_.body) {
      if (i.opcode != ptx::Opcode::ld || i.space != ptx::StateSpace::param) continue;
      const auto operands = function_.operands_of(i);
      if (operands.size() < 2) continue;
      for (std::uint32_t n = 0; n < function_.parameters.size(); ++n) {
        if (function_.parameters[n].name != operands[1].name || operands[1].offset < 0) continue;
        const auto offset = static_cast<std::uint32_t>(operands[1].offset);
        const std::string name = detail::argument_name(names_[n], function_.parameters[n], offset);
        const auto known = [&](const SizeSource& s) { return s.name == name; };
        if (!used.contains(name) || std::any_of(out_.sizes.begin(), out_.sizes.end(), known)) continue;
        out_.sizes.push_back({SizeSource::Kind::argument, name, n, offset, ptx::size_of(i.type())});
      }
    }
  }

  const ptx::Function& function_;
  const PtxOptions& options_;
  analysis::Cfg cfg_;
  std::vector<std::string> names_;
  detail::Regions regions_;
  bool too_large_ = false;
  detail::CountedSets counted_;
  std::vector<std::unique_ptr<Attempt>> attempts_;
  std::map<std::uint32_t, std::size_t> attempt_of_;
  std::map<std::pair<std::size_t, std::vector<detail::Cond>>, std::size_t> formula_of_;
  std::map<detail::Chain, std::size_t> unknown_of_;
  PtxCounts out_;
};

}  // namespace

PtxCounts analyse(const ptx::Module& module, std::string_view entry, const PtxOptions& options) {
  const ptx::Function* function = module.find(entry);
  if (function == nullptr || function->body.empty()) {
    throw InputError(fmt::format("there is no kernel {} in {}", entry, module.file));
  }
  return Analysis(*function, options).run();
}

PtxOptions options_for(const launch::Launch& launch) {
  PtxOptions out{.block = launch.block, .grid = launch.grid};
  for (const launch::Argument& a : launch.arguments) out.argument_names.push_back(a.name);
  return out;
}

}  // namespace forewarp::count
