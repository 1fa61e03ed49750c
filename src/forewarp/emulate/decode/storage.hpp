// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Gives every variable its place: .global and .const in device memory, .shared in the block's shared memory, .local
/// and .param in the thread's frame, the entry's parameters in the parameter block.
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "forewarp/emulate/decode/program.hpp"
#include "forewarp/emulate/decode/reachable.hpp"
#include "forewarp/emulate/machine/memory.hpp"

namespace forewarp::emu {

struct Symbol {
  ptx::StateSpace space = ptx::StateSpace::none;  ///< local for a frame's storage, whatever its own space is
  std::uint64_t value = 0;                        ///< address in its space; of local: offset in the frame
  bool is_function = false;
};

/// Gives a place to every .global and .const variable of the module, in functions too, and writes the initial values.
/// allocate returns the address of v.bytes() bytes of zeros in memory.
[[nodiscard]] VariablePlaces place_variables(const ptx::Module& module, Memory& memory,
                                             const std::function<std::uint64_t(const ptx::Variable& v)>& allocate);

class Storage {
 public:
  /// Allocates the module's variables that are reachable, and the shared variables of all reachable functions.
  /// Those that `placed` names lie in memory already. Throws InputError where shared memory passes 16 MiB or a variable
  /// does not fit.
  Storage(const ptx::Module& module, const Reachable& reachable, Program& program, Memory& memory,
          const VariablePlaces* placed = nullptr);

  /// Lays out the frame of a function: parameters, returns, .param and .local variables; fills code.local_bytes,
  /// parameters and returns (registers excepted).
  void lay_out_frame(const ptx::Function& function, FunctionCode& code);

  /// The symbol as this function sees it.
  [[nodiscard]] std::optional<Symbol> find(const ptx::Function& function, std::string_view name) const;

 private:
  explicit Storage(Program& program) : program_(program) {}
  friend VariablePlaces place_variables(const ptx::Module& module, Memory& memory,
                                        const std::function<std::uint64_t(const ptx::Variable& v)>& allocate);

  void place_functions(const ptx::Module& module, const Reachable& reachable);
  void place_shared(const ptx::Variable& variable, std::map<std::string_view, Symbol>& scope, bool dynamic);
  void allocate(const ptx::Variable& variable, Memory& memory, const VariablePlaces* placed);
  void initialise(const ptx::Variable& variable, Memory& memory);
  [[nodiscard]] std::uint64_t value_of(const ptx::Initializer& initial) const;

  Program& program_;
  std::map<std::string_view, Symbol> module_;
  std::map<const ptx::Function*, std::map<std::string_view, Symbol>> scopes_;
};

}  // namespace forewarp::emu
