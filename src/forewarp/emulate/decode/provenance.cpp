// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/decode/provenance.hpp"

// A fixed-point iteration over sets of origins. step() propagates the origins of one instruction's operands to its
// result; when that changes a register, the instructions that read it wait for another visit (worklist.hpp), and when
// it changes what a memory holds, all loads and calls do. Sets only grow (join), so the iteration ends, after at most
// max_rounds rounds over the text. Then note_use() lists every access to device memory with the origins of its address.
// Cost: visits x 64 bytes of set. It is not dependents_of() of taint.hpp: a register has a set of origins and not a
// bit, memory takes part, and what passes through an instruction depends on its opcode.
//
// Invariant: after the last round, the origins of a register include every parameter word or variable from which its
// value was computed by the operations that propagate origins; an address without any origin is `unknown`.
//
// Example, `y[i] = x[i]` with parameters x (bytes 0 to 7) and y (bytes 8 to 15):
//
//     ld.param.u64 %rd1, [x];    %rd1 = {word 0}         ld.param.u64 %rd2, [y];    %rd2 = {word 1}
//     mul.wide.s32 %rd3, %r1, 4; %rd3 = {}               add.s64 %rd4, %rd1, %rd3;  %rd4 = {word 0}
//     ld.global.f32 %f1, [%rd4]; a read of word 0        st.global.f32 [%rd5], %f1; a write of word 1
//
// With x and y in different buffers the blocks are independent. With `y[i] += x[i]` the buffer of y is read and
// written, so the blocks run one after the other.
#include <algorithm>
#include <cstring>
#include <deque>
#include <set>
#include <utility>

#include "forewarp/emulate/machine/tensor_map.hpp"
#include "forewarp/frontend/analysis/def_use.hpp"
#include "forewarp/frontend/analysis/register_access.hpp"
#include "forewarp/frontend/analysis/worklist.hpp"
#include "forewarp/frontend/ptx/device_runtime.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::emu {

using ptx::Instruction;
using ptx::MemoryKind;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Operation;
using ptx::StateSpace;

namespace {

/// Real code converges in a few rounds, as definitions precede uses in the text; otherwise everything is unknown.
constexpr unsigned max_rounds = 32;

/// Reductions that give the same result in any order; float additions do not.
bool is_integer_reduction(const Instruction& i) {
  return !ptx::is_float(i.type(0)) && i.vector == 1 &&
         (i.has("add") || i.has("min") || i.has("max") || i.has("and") || i.has("or") || i.has("xor"));
}

/// A function with what is known of it so far.
struct Traced {
  analysis::DefUse flow;
  analysis::Worklist work;
  std::vector<Origins> registers;
  std::vector<std::uint32_t> reads_memory;  ///< loads, and calls, which read what is passed

  explicit Traced(const ptx::Function& f) : flow(f), work(flow.instructions()), registers(flow.registers()) {
    work.add_all();
    for (std::uint32_t n = 0; n < flow.instructions(); ++n)
      if (ptx::memory_kind(f.body[n].opcode) == MemoryKind::load || f.body[n].opcode == Opcode::call)
        reads_memory.push_back(n);
  }
  [[nodiscard]] const ptx::Function& function() const { return flow.function(); }
  /// Registers of other sizes and those of floating-point numbers cannot.
  [[nodiscard]] bool may_hold_pointer(const Operand& reg) const {
    const ptx::Type type = function().registers[static_cast<std::size_t>(reg.index)].type;
    return ptx::size_of(type) >= 8 && !ptx::is_float(type);
  }
  [[nodiscard]] const Origins& origins_of(const Operand& reg) const {
    return registers[static_cast<std::size_t>(reg.index)];
  }
};

class Tracer {
 public:
  explicit Tracer(const Program& program) {
    for (const ptx::Variable& v : program.module->variables) {
      if (v.space == StateSpace::global || v.space == StateSpace::const_) number(v.name);
      if (v.space != StateSpace::shared) module_variables_.insert(v.name);
    }
    const auto& parameters = program.entry().function->parameters;
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      parameter_offsets_.try_emplace(parameters[p].name, program.parameter_offsets[p]);
      if (parameters[p].bytes() >= tensor_map_bytes) add_parameter(parameters[p].name, program.parameter_offsets[p]);
    }
    for (const auto& f : program.functions) {
      functions_.emplace_back(*f->function);
      for (const ptx::Variable& v : f->function->variables)
        if (v.space == StateSpace::global || v.space == StateSpace::const_) number(v.name);
    }
  }

  Provenance run() {
    const auto waits = [](const Traced& f) { return !f.work.is_empty(); };
    for (unsigned round = 0; std::any_of(functions_.begin(), functions_.end(), waits); ++round) {
      if (round == max_rounds) {
        note(only(Provenance::unknown), Effect::update);
        return std::move(result_);
      }
      for (Traced& f : functions_)
        while (const auto n = f.work.next()) step(f, f.function().body[*n]);
    }
    for (const Traced& f : functions_)
      for (const Instruction& i : f.function().body) note_use(f, i);
    if (changes_maps_) forget_tensors();
    return std::move(result_);
  }

 private:
  /// Maps of tensors that the kernel itself changes may lead anywhere.
  void forget_tensors() {
    for (Provenance::Use& use : result_.uses)
      if (use.through_descriptor) use.origins.set(Provenance::unknown);
  }

  /// Gives a module variable its origin; variables beyond the last free origin are treated as unknown.
  void number(std::string_view name) {
    const std::size_t next = Provenance::words + result_.variables.size();
    if (numbers_.contains(name) || next >= Provenance::heap) return;
    numbers_[name] = next;
    result_.variables[next] = name;
  }

  /// A large parameter whose address is taken has an origin of its own, beside that of the thread's memory.
  void add_parameter(std::string_view name, std::uint64_t offset) {
    const std::size_t next = Provenance::words + result_.variables.size();
    if (next >= Provenance::heap) return;
    result_.variables[next] = name;
    result_.parameter_maps[next] = offset;
    parameters_[name] = next;
    of_parameters_.set(next);
  }

  static bool join(Origins& into, const Origins& from) {
    const Origins sum = into | from;
    if (sum == into) return false;
    into = sum;
    return true;
  }

  /// Everything that a memory holds, or that calls pass, gets these origins too.
  void join_memory(Origins& into, const Origins& from) {
    if (!join(into, from)) return;
    for (Traced& f : functions_) f.work.add(f.reads_memory);
  }

  static Origins only(std::size_t origin) { return Origins().set(origin); }

  Origins symbol(std::string_view name) const {
    const auto known = numbers_.find(name);
    if (known != numbers_.end()) return only(known->second);
    if (const auto parameter = parameters_.find(name); parameter != parameters_.end())
      return only(Provenance::on_thread).set(parameter->second);
    return only(module_variables_.contains(name) ? Provenance::unknown : Provenance::on_thread);
  }

  /// The origins of an operand. Registers that cannot hold a pointer have none.
  Origins value(const Traced& f, const Operand& o) const {
    switch (o.kind) {
      case OperandKind::reg:
        return f.may_hold_pointer(o) ? f.origins_of(o) : Origins();
      case OperandKind::symbol:
        return symbol(o.name);
      case OperandKind::address:
        return o.name.empty() && o.index >= 0 ? f.origins_of(o) : symbol(o.name);
      case OperandKind::vector: {
        Origins all;
        for (const Operand& e : f.function().elements_of(o)) all |= value(f, e);
        return all;
      }
      case OperandKind::immediate:
      case OperandKind::special:
      case OperandKind::label:
      case OperandKind::sink:
        return {};
    }
    return {};
  }

  void assign(Traced& f, const Operand& to, const Origins& from) {
    if (to.kind == OperandKind::vector)
      for (const Operand& e : f.function().elements_of(to)) assign(f, e, from);
    if (to.kind != OperandKind::reg || !f.may_hold_pointer(to)) return;
    if (join(f.registers[static_cast<std::size_t>(to.index)], from))
      f.work.add(f.flow.readers(static_cast<std::uint32_t>(to.index)));
  }

  using Named = std::pair<std::string_view, std::int64_t>;  ///< a variable and a place in it
  /// The variable that an address lies in, where registers with one definition lead to it: clang copies the address of
  /// a structure that is passed by value. The name is empty where they do not.
  static Named named_address(const Traced& f, const Operand& address) {
    constexpr unsigned max_copies = 8;
    Operand at = address;
    std::int64_t offset = 0;
    for (unsigned copies = 0; copies < max_copies; ++copies) {
      offset += at.offset;
      if (!at.name.empty()) return {at.name, offset};
      const bool is_register = at.kind == OperandKind::reg || at.kind == OperandKind::address;
      if (!is_register || at.index < 0) break;
      const auto definitions = f.flow.definitions(static_cast<std::uint32_t>(at.index));
      if (definitions.size() != 1) break;
      const Instruction& i = f.function().body[definitions.front()];
      const auto operands = f.function().operands_of(i);
      if (i.opcode != Opcode::mov || operands.size() < 2) break;
      at = operands[1];
    }
    return {};
  }

  /// The word of the parameter block that a ld.param of the entry reads; words beyond the last one known are unknown.
  Origins parameter_word(const Traced& f, const Operand& address) const {
    if (!f.function().is_entry) return passed_;
    const auto [name, offset] = named_address(f, address);
    if (const auto found = parameter_offsets_.find(name); found != parameter_offsets_.end()) {
      const std::uint64_t at = found->second + static_cast<std::uint64_t>(offset);
      return only(at / 8 < Provenance::words && at % 8 == 0 ? at / 8 : Provenance::unknown);
    }
    return name.empty() ? only(Provenance::unknown) : passed_;
  }

  Origins loaded(const Traced& f, const Instruction& i, const Operand& address) const {
    switch (ptx::space_of(i.opcode, i.space)) {
      case StateSpace::param:
        return parameter_word(f, address);
      case StateSpace::local:
        return local_;
      case StateSpace::shared:
        return shared_;
      case StateSpace::none:
      case StateSpace::reg:
      case StateSpace::sreg:
      case StateSpace::const_:
      case StateSpace::global:
      case StateSpace::tex:
        break;
    }
    // A generic access to what is certainly the thread's own stack, or any memory that others may write.
    const Origins where = value(f, address) & ~of_parameters_;
    return where == only(Provenance::on_thread) ? local_ | shared_ | passed_ : only(Provenance::unknown);
  }

  /// A generic store that may reach the thread's own memory is taken to reach all of it.
  void stored(const Traced& f, const Instruction& i, const Operand& address, const Origins& what) {
    const StateSpace space = ptx::space_of(i.opcode, i.space);
    const bool own = space == StateSpace::none && value(f, address).test(Provenance::on_thread);
    if (space == StateSpace::param || own) join_memory(passed_, what);
    if (space == StateSpace::local || own) join_memory(local_, what);
    if (space == StateSpace::shared || own) join_memory(shared_, what);
  }

  /// mul, shl, shr and cvt make indices and drop origins; mad keeps those of its addend; calls pass the joined origins
  /// of all arguments of all calls (passed_).
  void step(Traced& f, const Instruction& i) {
    const auto operands = f.function().operands_of(i);
    if (operands.size() < 2) return;
    switch (ptx::memory_kind(i.opcode)) {
      case MemoryKind::load:
        assign(f, operands[0], loaded(f, i, operands[1]));
        return;
      case MemoryKind::store:
        stored(f, i, operands[0], value(f, operands[1]));
        return;
      case MemoryKind::atomic:
        assign(f, operands[0], only(Provenance::unknown));
        return;
      case MemoryKind::reduction:
      case MemoryKind::copy:
      case MemoryKind::prefetch:
      case MemoryKind::hint:
        return;  // no result
      case MemoryKind::none:
        compute(f, i, operands);
        return;
    }
  }

  /// The generic address of shared or local memory, which may come of a number of 32 bits.
  static bool is_own_address(const Instruction& i) {
    return i.opcode == Opcode::cvta && !i.has("to") && (i.space == StateSpace::shared || i.space == StateSpace::local);
  }

  /// A pointer goes through every operation but products, shifts and conversions, which make other numbers of it; of a
  /// multiply-add it is the addend.
  void compute(Traced& f, const Instruction& i, std::span<const Operand> operands) {
    const Operation operation = ptx::operation_of(i.opcode);
    if (operation == Operation::multiply || operation == Operation::shift || operation == Operation::convert) return;
    if (operation == Operation::multiply_add) return assign(f, operands[0], value(f, operands.back()));
    if (is_own_address(i)) return assign(f, operands[0], only(Provenance::on_thread));
    if (i.opcode == Opcode::call) {
      const unsigned results = analysis::destination_count(f.function(), i);
      if (ptx::calls_heap(f.function(), i)) join_memory(passed_, only(Provenance::heap));
      for (const Operand& o : operands.subspan(results))
        if (o.kind == OperandKind::vector) join_memory(passed_, value(f, o));
      for (const Operand& o : operands.first(results)) assign(f, o, passed_);
      return;
    }
    Origins all;
    for (const Operand& o : operands.subspan(1)) all |= value(f, o);
    assign(f, operands[0], all);
  }

  /// An address without an origin was computed from numbers alone: it may point anywhere.
  void note(Origins origins, Effect effect, bool through_descriptor = false) {
    if (origins.none()) origins.set(Provenance::unknown);
    result_.uses.push_back({origins, effect, through_descriptor});
  }

  /// [handle, {x, y}] is the second operand of what reads, the first of what writes.
  void note_texture_use(const Traced& f, const Instruction& i) {
    const MemoryKind kind = ptx::memory_kind(i.opcode);
    const auto operands = f.function().operands_of(i);
    const std::size_t place = kind == MemoryKind::load ? 1 : 0;
    if (kind == MemoryKind::none || operands.size() <= place) return;
    const Operand& o = operands[place];
    const bool is_tuple = o.kind == OperandKind::address && o.count > 0;
    const Effect effect = kind == MemoryKind::load    ? Effect::read
                          : kind == MemoryKind::store ? Effect::write
                                                      : Effect::update;
    note(is_tuple ? value(f, f.function().elements_of(o).front()) : Origins(), effect, true);
  }

  void note_use(const Traced& f, const Instruction& i) {
    const auto operands = f.function().operands_of(i);
    if (i.opcode == Opcode::cp && i.has("tensor")) {
      const bool to_global = ptx::stores_tensor(i);
      if (operands.size() < 2) return;
      const Operand& tensor = operands[to_global ? 0 : 1];
      const bool is_tuple = tensor.kind == OperandKind::address && tensor.count > 0;
      const Effect effect = !to_global ? Effect::read : i.has("reduce") ? Effect::update : Effect::write;
      return note(is_tuple ? value(f, f.function().elements_of(tensor).front()) : Origins(), effect, true);
    }
    if (i.opcode == Opcode::cp) {
      const bool to_global = i.mnemonic.find("bulk.global") != std::string_view::npos;
      if (operands.size() >= 2 && to_global) note(value(f, operands[0]), Effect::update);
      if (operands.size() >= 2 && !to_global) note(value(f, operands[1]), Effect::read);
      return;
    }
    if (i.opcode == Opcode::tensormap) {
      changes_maps_ = true;
      const bool in_shared = i.has("replace") && i.has("shared::cta");
      if (!operands.empty() && !in_shared) note(value(f, operands[0]), Effect::update);
      return;
    }
    if (ptx::is_texture(i.opcode)) return note_texture_use(f, i);
    if (ptx::calls_heap(f.function(), i)) return note(only(Provenance::heap), Effect::update);
    const StateSpace space = ptx::space_of(i.opcode, i.space);
    if (space == StateSpace::shared || space == StateSpace::local || space == StateSpace::param) return;
    switch (ptx::memory_kind(i.opcode)) {
      case MemoryKind::load:
        if (operands.size() > 1 && space != StateSpace::const_) note(value(f, operands[1]), Effect::read);
        return;
      case MemoryKind::store:
        if (!operands.empty()) note(value(f, operands[0]), Effect::write);
        return;
      case MemoryKind::reduction:
        if (!operands.empty()) note(value(f, operands[0]), is_integer_reduction(i) ? Effect::reduce : Effect::update);
        return;
      case MemoryKind::atomic:
        if (operands.size() > 1)
          note(value(f, operands[1]),
               is_integer_reduction(i) && !is_used(f, operands[0]) ? Effect::reduce : Effect::update);
        return;
      case MemoryKind::none:
      case MemoryKind::copy:
      case MemoryKind::prefetch:
      case MemoryKind::hint:
        return;
    }
  }

  /// Whether any instruction reads the register.
  static bool is_used(const Traced& f, const Operand& o) {
    if (o.kind != OperandKind::reg) return o.kind != OperandKind::sink;
    return !f.flow.readers(static_cast<std::uint32_t>(o.index)).empty();
  }

  std::deque<Traced> functions_;
  Provenance result_;
  std::map<std::string_view, std::size_t> numbers_;
  std::set<std::string_view> module_variables_;
  std::map<std::string_view, std::uint64_t> parameter_offsets_;  ///< of the entry
  std::map<std::string_view, std::size_t> parameters_;           ///< origins of large ones
  Origins of_parameters_;
  Origins passed_, local_, shared_;
  bool changes_maps_ = false;  ///< of tensors
};

}  // namespace

Provenance trace(const Program& program) { return Tracer(program).run(); }

}  // namespace forewarp::emu
