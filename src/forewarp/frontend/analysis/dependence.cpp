// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
//
// Sets grow until nothing changes. A round visits every instruction of every function once, in text order; sets of
// registers and of memory only ever grow, so the order decides how many rounds are needed and not what comes out.
// Example:
//     ld.param.u64 %rd1, [offsets];  ld.param.u32 %r1, [n];
//     setp.ge.s32 %p1, %tid_x, %r1;  @%p1 bra END;          the branch depends on n and on thread_x
//     ld.global.u32 %r2, [%rd1];                            %r2: the contents of offsets
//     LOOP: add.s32 %r3, %r3, 1;  setp.lt.s32 %p2, %r3, %r2;  @%p2 bra LOOP;    the contents of offsets; leaves a loop
#include "forewarp/frontend/analysis/dependence.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "forewarp/frontend/analysis/detail/branch_sites.hpp"
#include "forewarp/frontend/analysis/detail/memory_state.hpp"
#include "forewarp/frontend/analysis/detail/pointers.hpp"
#include "forewarp/frontend/analysis/register_access.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::analysis {

using ptx::Function;
using ptx::Instruction;
using ptx::MemoryKind;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::StateSpace;

namespace {

constexpr unsigned max_rounds = 100;
constexpr std::size_t max_visits = 10'000'000;         ///< instructions over all rounds: about a second
constexpr std::size_t max_assigned_work = 20'000'000;  ///< branches times registers that are assigned several times

/// Fixed point of a forward data flow over the entry and every function it may call. Each register has Sources (which
/// parameter words, memory contents, thread indices or variables its value depends on) and Targets (what it may point
/// to). Sets only grow, so the iteration ends: a round visits each instruction once, and rounds repeat until nothing
/// changes, at most 100 times or ten million visits; beyond that given_up() answers "depends on everything", which is
/// safe.
///
/// Control dependence: a branch's sources also flow into the registers and stores that it decides (follow_control).
/// Rounds are whole and not those of worklist.hpp: memory and control link instructions that no register links.
///
/// Complexity: O(rounds * (instructions + branches * region)); a loop-carried chain of k registers against the order of
/// the body needs k rounds.
class Follower {
 public:
  Follower(const ptx::Module& module, const Function& entry) : module_(module), entry_(entry) {
    add_function(entry);
    for (std::size_t f = 0; f < out_.functions.size(); ++f) add_callees(*out_.functions[f].function);
    for (const ptx::Variable& v : module.variables) spaces_.try_emplace(v.name, v.space);
    for (std::size_t p = 0; p < entry.parameters.size(); ++p) parameters_.try_emplace(entry.parameters[p].name, p);
    for (const auto& values : out_.functions) {
      detail::FunctionBranches found = detail::branch_sites(*values.function);
      for (BranchSite& site : found.sites) out_.branches.push_back(std::move(site));
      block_of_.push_back(std::move(found.block_of));
      control_.emplace_back(found.blocks);
    }
    find_assigned();
  }

  Dependence run() {
    std::size_t visits = 0, body = 0;
    for (const auto& f : out_.functions) body += f.function->body.size();
    changed_ = true;
    for (unsigned round = 0; changed_; ++round, visits += body) {
      if (too_large_ || round == max_rounds || visits > max_visits) return given_up();
      changed_ = false;
      follow_control();
      for (current_ = 0; current_ < out_.functions.size(); ++current_) {
        const Function& f = *out_.functions[current_].function;
        for (std::size_t i = 0; i < f.body.size(); ++i) step(f, f.body[i], i);
      }
    }
    find_pointers();
    for (auto& f : out_.functions)
      for (Sources& s : f.sources) s.contents &= out_.pointers;
    for (BranchSite& b : out_.branches) b.sources = out_.read_by(*b.function, b.function->body[b.instruction]);
    return std::move(out_);
  }

 private:
  void add_function(const Function& f) {
    if (!known_.insert(&f).second) return;
    out_.functions.push_back({&f, std::vector<Sources>(f.registers.size()), std::vector<Targets>(f.registers.size()),
                              std::vector<bool>(f.registers.size())});
  }

  /// Any mention counts as a call, also in a call table.
  void add_callees(const Function& f) {
    const auto mention = [&](std::string_view name) {
      const Function* callee = name.empty() ? nullptr : module_.find(name);
      if (callee != nullptr && !callee->is_declaration) add_function(*callee);
    };
    for (const Operand& o : f.operands) mention(o.name);
    for (const ptx::LabelTable& t : f.tables)
      for (const std::string_view name : t.functions) mention(name);
  }

  void find_assigned() {
    std::size_t left = max_assigned_work;
    for (std::size_t f = 0; f < out_.functions.size() && !too_large_; ++f) {
      const auto found = detail::assigned_registers(*out_.functions[f].function, out_.branches, block_of_[f], left);
      too_large_ = !found;
      if (found) assigned_.insert(assigned_.end(), found->begin(), found->end());
    }
  }

  Dependence given_up() {
    Sources all;
    all.values.set();
    all.contents.set();
    all.indices.set();
    all.variables = true;
    for (auto& f : out_.functions) std::fill(f.sources.begin(), f.sources.end(), all);
    for (BranchSite& b : out_.branches) b.sources = all;
    for (std::size_t w = 0; w < out_.words.size(); ++w)
      if (size_of(out_.words[w].type) == 8) out_.pointers.set(w);
    out_.complete = false;
    return std::move(out_);
  }

  /// Sources of the branches that control each basic block, and of the registers that differ after their paths meet.
  void follow_control() {
    for (auto& blocks : control_) std::fill(blocks.begin(), blocks.end(), Sources());
    for (std::size_t n = 0; n < out_.branches.size(); ++n) {
      const BranchSite& b = out_.branches[n];
      if (!b.meets) continue;
      const Sources s = out_.read_by(*b.function, b.function->body[b.instruction]);
      const std::size_t f = place_of(*b.function);
      // A bounds check only selects the elements that are written; it does not decide their contents.
      const bool guard = s.indices.any() && s.contents.none() && !s.variables;
      for (const std::uint32_t block : b.region)
        if (!guard) control_[f][block] |= s;
      for (const std::uint32_t r : assigned_[n]) join(out_.functions[f].sources[r], s);
    }
  }

  std::size_t place_of(const Function& f) const {
    for (std::size_t i = 0; i < out_.functions.size(); ++i)
      if (out_.functions[i].function == &f) return i;
    return 0;
  }

  template <typename Set>
  void join(Set& into, const Set& from) {
    const Set before = into;
    into |= from;
    changed_ |= !(before == into);
  }

  // Number of a word of a parameter; a new one counts as a change. All beyond the capacity share the last number.
  std::size_t word(std::size_t parameter, std::uint32_t offset, ptx::Type type) {
    const auto [at, fresh] = word_numbers_.try_emplace({parameter, offset}, out_.words.size());
    if (fresh && out_.words.size() < Words().size()) {
      out_.words.push_back({static_cast<std::uint32_t>(parameter), offset, type});
      changed_ = true;
    }
    return std::min(at->second, Words().size() - 1);
  }

  StateSpace space_of_symbol(const Function& f, std::string_view name) const {
    for (const ptx::Variable& v : f.variables)
      if (v.name == name) return v.space;
    const auto found = spaces_.find(name);
    return found == spaces_.end() ? StateSpace::none : found->second;
  }

  /// The address of a symbol: what it points to.
  void symbol(const Function& f, std::string_view name, Sources& sources, Targets& targets) {
    if (const auto p = parameters_.find(name); &f == &entry_ && p != parameters_.end()) {
      const std::size_t w = word(p->second, ParameterWord::anywhere, ptx::Type::none);
      sources.values.set(w);
      return;
    }
    switch (space_of_symbol(f, name)) {
      case StateSpace::shared:
        targets.shared = true;
        return;
      case StateSpace::local:
      case StateSpace::param:
        targets.local = true;
        return;
      case StateSpace::global:
      case StateSpace::const_:
        targets.variable = true;
        return;
      case StateSpace::none:
      case StateSpace::reg:
      case StateSpace::sreg:
      case StateSpace::tex:
        return;
    }
  }

  void read(const Function& f, const Operand& o, Sources& sources, Targets& targets) {
    sources |= out_.sources_of(f, o);
    targets |= out_.targets_of(f, o);
    const bool named = o.kind == OperandKind::symbol || (o.kind == OperandKind::address && !o.name.empty());
    if (named) symbol(f, o.name, sources, targets);
    if (o.kind == OperandKind::vector)
      for (const Operand& e : f.elements_of(o))
        if (e.kind == OperandKind::symbol) symbol(f, e.name, sources, targets);
  }

  void assign(const Function& f, const Operand& to, const Sources& sources, const Targets& targets) {
    if (to.kind == OperandKind::vector)
      for (const Operand& e : f.elements_of(to)) assign(f, e, sources, targets);
    if (to.kind != OperandKind::reg) return;
    const auto r = static_cast<std::size_t>(to.index);
    auto& values = out_.functions[current_];
    join(values.sources[r], sources);
    if (size_of(f.registers[r].type) == 8) join(values.targets[r], targets);
  }

  void store(const Targets& where, StateSpace space, Sources what, const Targets& pointers, std::size_t at) {
    what |= control_[current_][block_of_[current_][at]];
    changed_ |= memory_.store(where, space, what, pointers);
  }

  /// ld.param of the entry defines a word; within a called function it reads what any caller passed.
  void load_parameter(const Function& f, const Instruction& i, const Operand& to, const Operand& from) {
    const auto p = from.name.empty() ? parameters_.end() : parameters_.find(from.name);
    if (&f != &entry_ || p == parameters_.end()) {
      Sources sources = memory_.passed;
      Targets unused;
      read(f, from, sources, unused);
      assign(f, to, sources, memory_.passed_pointers);
      return;
    }
    const auto one = [&](const Operand& element, unsigned place) {
      const auto offset = static_cast<std::uint32_t>(from.offset) + place * size_of(i.type());
      const std::size_t w = word(p->second, offset, i.type());
      Sources sources;
      Targets targets;
      sources.values.set(w);
      if (size_of(i.type()) == 8 && !is_float(i.type())) targets.words.set(w);
      assign(f, element, sources, targets);
    };
    if (to.kind != OperandKind::vector) return one(to, 0);
    unsigned place = 0;
    for (const Operand& e : f.elements_of(to)) one(e, place++);
  }

  void step(const Function& f, const Instruction& i, std::size_t at) {
    const auto operands = f.operands_of(i);
    if (operands.empty()) return;
    switch (memory_kind(i.opcode)) {
      case MemoryKind::load:
        if (operands.size() < 2) return;
        if (i.space == StateSpace::param) return load_parameter(f, i, operands[0], operands[1]);
        return load(f, i, operands[0], operands[1]);
      case MemoryKind::store:
        if (operands.size() >= 2) step_store(f, i, operands, at);
        return;
      case MemoryKind::atomic:
        if (operands.size() < 2) return;
        if (destination_count(f, i) == 0) return step_store(f, i, operands, at);  // multimem.red
        load(f, i, operands[0], operands[1]);
        return step_store(f, i, operands.subspan(1), at);
      case MemoryKind::reduction:
        return step_store(f, i, operands, at);
      case MemoryKind::copy:
        return copy(f, operands, at);
      case MemoryKind::none:
      case MemoryKind::prefetch:
      case MemoryKind::hint:
        return info_of(i.opcode).control == ptx::Control::call ? call(f, i, operands) : compute(f, i, operands);
    }
  }

  void load(const Function& f, const Instruction& i, const Operand& to, const Operand& from) {
    Sources address;
    Targets targets;
    read(f, from, address, targets);
    if (i.guard >= 0) address |= guard_of(f, i);
    const StateSpace space = space_of(i.opcode, i.space);
    assign(f, to, memory_.loaded(address, targets, space), memory_.loaded_pointers(targets, space));
  }

  Sources guard_of(const Function& f, const Instruction& i) const {
    return i.guard < 0 ? Sources() : out_.values_of(f)->sources[static_cast<std::size_t>(i.guard)];
  }

  void step_store(const Function& f, const Instruction& i, std::span<const Operand> operands, std::size_t at) {
    Sources address, what = guard_of(f, i);
    Targets where, pointers;
    read(f, operands[0], address, where);
    for (const Operand& o : operands.subspan(1)) read(f, o, what, pointers);
    if (i.space == StateSpace::param) {
      join(memory_.passed, what);
      join(memory_.passed_pointers, pointers);
      return;
    }
    address.values &= ~where.words;
    what |= address;  // which element is written decides what the others hold
    store(where, space_of(i.opcode, i.space), what, pointers, at);
  }

  /// cp.async and related instructions: a copy from the second operand to the first.
  void copy(const Function& f, std::span<const Operand> operands, std::size_t at) {
    if (operands.size() < 2) return;
    Sources to, from, other;
    Targets where, source, unused;
    read(f, operands[0], to, where);
    read(f, operands[1], from, source);
    for (const Operand& o : operands.subspan(2)) read(f, o, other, unused);
    Sources what = memory_.loaded(from, source, StateSpace::none);
    what |= other;
    where.shared = true;  // its address may be 32 bits wide, which is not followed
    store(where, StateSpace::none, what, {}, at);
  }

  /// Calls are not distinguished: all arguments join one set, which every function reads.
  void call(const Function& f, const Instruction& i, std::span<const Operand> operands) {
    const unsigned results = destination_count(f, i);
    Sources what = guard_of(f, i);
    Targets pointers;
    for (const Operand& o : operands.subspan(results)) read(f, o, what, pointers);
    join(memory_.passed, what);
    join(memory_.passed_pointers, pointers);
    // A function without a body here (malloc) may return any pointer.
    Targets back = memory_.passed_pointers;
    back.loaded = true;
    for (const Operand& o : operands.first(results)) assign(f, o, memory_.passed, back);
  }

  void compute(const Function& f, const Instruction& i, std::span<const Operand> operands) {
    const unsigned results = destination_count(f, i);
    if (results == 0) return;
    Sources sources = guard_of(f, i);
    Targets targets, unused;
    const auto from = operands.subspan(results);
    for (std::size_t o = 0; o < from.size(); ++o) {
      const bool addend = operation_of(i.opcode) == ptx::Operation::multiply_add && o + 1 == from.size();
      read(f, from[o], sources, detail::keeps_pointer(i.opcode) || addend ? targets : unused);
    }
    for (const Operand& o : from)
      if (o.kind == OperandKind::address) sources |= memory_.loaded({}, targets, i.space);
    if (i.opcode == Opcode::cvta) converted_ |= targets.words;
    assign(f, operands[0], sources, targets);
  }

  /// A word is a pointer where cvta converts it or the parameter declares it, and otherwise where an address is
  /// computed from it without any such word.
  void find_pointers() {
    for (std::size_t w = 0; w < out_.words.size(); ++w) {
      const ParameterWord& word = out_.words[w];
      const ptx::Variable& parameter = entry_.parameters[word.parameter];
      if (!parameter.is_array && parameter.pointee != StateSpace::none && parameter.pointee != StateSpace::shared)
        converted_.set(w);
    }
    out_.pointers = converted_;
    for (const auto& values : out_.functions) {
      const Function& f = *values.function;
      for (const Instruction& i : f.body)
        for (const Operand& o : f.operands_of(i)) {
          if (o.kind != OperandKind::address || i.space == StateSpace::param) continue;
          const Words words = out_.targets_of(f, o).words;
          if ((words & converted_).none()) out_.pointers |= words;
        }
    }
  }

  const ptx::Module& module_;
  const Function& entry_;
  Dependence out_;
  detail::MemoryState memory_;
  std::set<const Function*> known_;
  std::map<std::string_view, StateSpace> spaces_;
  std::map<std::string_view, std::size_t> parameters_;
  std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> word_numbers_;
  std::vector<std::vector<std::uint32_t>> block_of_;  ///< by function, by instruction
  std::vector<std::vector<Sources>> control_;         ///< by function, by basic block
  std::vector<std::vector<std::uint32_t>> assigned_;  ///< by branch: registers that it decides
  Words converted_;
  std::size_t current_ = 0;
  bool changed_ = false, too_large_ = false;
};

}  // namespace

Dependence dependence_of(const ptx::Module& module, const Function& entry) { return Follower(module, entry).run(); }

}  // namespace forewarp::analysis
