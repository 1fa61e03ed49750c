// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The device code of one translation unit of a program: its PTX, its variables in the program's memory, its kernels.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/frontend/ptx/module.hpp"
#include "forewarp/runtime/arena.hpp"

namespace forewarp::runtime {

class Module;

/// What a program has set of the clusters of a kernel (clusters.hpp).
struct KernelClusters {
  launch::Dim3 required{0, 0, 0};  ///< blocks; zeros: none
  bool must_be_set = false;        ///< launches must name a shape
  bool non_portable = false;       ///< 16 blocks are allowed, too
  int policy = 0;
};

struct Kernel {
  const Module* module = nullptr;
  const ptx::Function* function = nullptr;
  std::string name;       ///< as people write it
  std::string shown;      ///< its beginning, for messages
  std::size_t index = 0;  ///< of all kernels of the program, in the order of their first use
  std::uint32_t registers = 0;
  bool prints = false;                                    ///< may print, so that no launch of it can be left out
  std::optional<std::uint64_t> max_dynamic_shared_bytes;  ///< as the program allowed
  KernelClusters clusters;
  std::unique_ptr<emu::Machine> machine;

  [[nodiscard]] std::string entry() const { return std::string(function->name); }
};

/// Where an argument lies in the buffer of all arguments.
struct Parameter {
  std::size_t offset = 0, bytes = 0;
};

[[nodiscard]] std::vector<Parameter> parameters_of(const Kernel& kernel);

/// Where the program keeps the bytes of its managed variables, by name.
using ManagedVariables = std::map<std::string, void*, std::less<>>;

class Module {
 public:
  /// Parses the PTX and places its variables. Throws ParseError and InputError.
  Module(std::string ptx, const std::string& name, Arena& arena, emu::Memory& memory,
         const ManagedVariables& managed = {});
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  [[nodiscard]] const ptx::Module& code() const { return code_; }
  [[nodiscard]] const std::string& text() const { return *code_.text; }
  /// The kernel, ready to run; nullptr where the module has none of that name. Throws what decoding throws.
  [[nodiscard]] Kernel* kernel(std::string_view entry, std::size_t& kernels, const emu::MachineOptions& options);
  /// The memory of a variable; nullptr where the module has none of that name.
  [[nodiscard]] Allocation* variable(std::string_view name);
  /// Its managed variables.
  [[nodiscard]] ManagedVariables managed() const;
  /// Addresses of all its variables, by name.
  [[nodiscard]] const emu::VariablePlaces& places() const { return variables_; }
  /// Addresses of its .const variables.
  [[nodiscard]] const std::vector<std::uint64_t>& constants() const { return constants_; }

 private:
  [[nodiscard]] Allocation* place(const ptx::Variable& v, const ManagedVariables& managed);

  Arena& arena_;
  emu::Memory& memory_;
  ptx::Module code_;
  emu::VariablePlaces variables_;
  std::vector<std::uint64_t> constants_;
  std::map<std::string, Kernel, std::less<>> kernels_;
};

}  // namespace forewarp::runtime
