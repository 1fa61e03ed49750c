// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Runs a launch as a GPU would: warp by warp with a reconvergence stack, cluster after cluster, each on one thread.
/// The blocks of a cluster run at the same time, in turns. The blocks of a kernel that synchronises its grid
/// (this_grid().sync()) run at the same time, as they must: on one thread, in turns.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "forewarp/emulate/machine/finding.hpp"
#include "forewarp/emulate/machine/lane_op.hpp"
#include "forewarp/emulate/machine/memory.hpp"
#include "forewarp/emulate/machine/observer.hpp"
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::emu {

struct MachineOptions {
  unsigned warp_size = 32;                                       ///< 32 or 64
  std::uint64_t max_warp_instructions = std::uint64_t{1} << 36;  ///< a launch that executes more is stopped
  std::uint64_t max_memory_bytes = std::uint64_t{8} << 30;
  bool check_uninitialised = false;  ///< report global and shared reads of bytes that were never written
  bool check_races = false;          ///< report shared-memory data races between warps
  bool check_sync = false;           ///< report threads of a block that wait at different barriers
  bool check_memory = false;         ///< with collect: accesses that are wrong are not the end of the launch
  /// What checks find is kept (Machine::take_findings()), and the launch goes on: what is loaded from a wrong address
  /// is 0, what is stored there is lost.
  bool collect = false;
  unsigned threads = 0;           ///< 0: all cores. The result does not depend on it
  std::optional<Isa> isa = {};    ///< best_isa() when empty
  std::uint32_t warp_slice = 64;  ///< basic blocks and memory accesses a warp runs before the next one has its turn
  /// Warp instructions without an observer after which a kernel's code is compiled for this processor (emulate/native).
  std::uint64_t native_after = std::uint64_t{1} << 26;
  std::uint32_t loop_sample = 0;  ///< > 0: fast-forward regular loops after this many iterations (profile's sampling)
};

/// The kernel did something wrong: out of bounds, misaligned, race, barrier divergence, budget exhausted, assert, or an
/// instruction that is not there. what() has kernel, PTX file:line, source line when known, block and thread.
class KernelFault : public InputError {
 public:
  using InputError::InputError;
  explicit KernelFault(const std::string& what, Finding finding)
      : InputError(what), finding_(std::make_shared<Finding>(std::move(finding))) {}
  /// The parts of the message; nullptr where it is about no single instruction.
  [[nodiscard]] const Finding* finding() const { return finding_.get(); }

 private:
  std::shared_ptr<const Finding> finding_;
};

/// What a launch may do to memory, found in the code without running it.
struct MemoryUse {
  struct Buffer {
    std::uint64_t address = 0;  ///< of its first byte
    bool read = false;          ///< by loads or atomics
    bool changed = false;       ///< by stores or atomics
  };
  std::vector<Buffer> buffers;  ///< those that arguments and variables point to, by address
  bool reads_any = false;       ///< follows pointers that lie in memory, so any buffer may be read
  bool changes_any = false;     ///< the same of stores and atomics
};

class Machine {
 public:
  /// Decodes entry and all it can call. The module must outlive the machine. Throws InputError for an unknown entry.
  Machine(const ptx::Module& module, std::string_view entry, MachineOptions options = {});
  /// A machine in a memory that outlives it and that others use, too; `placed` names the variables that lie there.
  Machine(const ptx::Module& module, std::string_view entry, Memory& memory, const VariablePlaces& placed,
          MachineOptions options = {});
  ~Machine();
  Machine(Machine&&) noexcept;

  [[nodiscard]] Memory& memory();
  [[nodiscard]] const ProgramMap& program() const;
  /// Where a .global or .const variable lies; nothing where what is run does not mention it.
  [[nodiscard]] std::optional<std::uint64_t> address_of(std::string_view variable) const;
  /// Whether the kernel's blocks wait for each other, so that it needs a cooperative launch. Launches are cooperative
  /// unless set_cooperative(false) was called.
  [[nodiscard]] bool synchronises_grid() const;
  /// Of the launches to come: without it, the kernel finds no workspace of its grid, whose blocks cannot wait for each
  /// other then (is_valid() is false and sync() is a trap).
  void set_cooperative(bool cooperative);
  /// Whether it calls malloc or free, which needs Memory::set_heap().
  [[nodiscard]] bool uses_heap() const;
  [[nodiscard]] std::uint64_t static_shared_bytes() const;
  [[nodiscard]] std::uint64_t local_bytes_per_thread() const;

  /// Runs the given blocks (linear indices, ascending; empty: all) of the launch. arguments holds each parameter's
  /// bytes in order; buffers are already allocated. Blocks see each other's stores in block order or not at all. Of a
  /// kernel that synchronises its grid all blocks are run, of one with clusters those of the clusters that the given
  /// ones are in; those given are observed.
  void run(const launch::Launch& launch, std::span<const std::vector<std::byte>> arguments,
           std::span<const std::uint64_t> blocks = {}, Observer* observer = nullptr, Progress* progress = nullptr);

  /// Fewer warp instructions for the next run than MachineOptions allows: it throws a KernelFault beyond them.
  void limit_next_run(std::uint64_t warp_instructions);

  /// What a launch with these arguments may do to memory.
  [[nodiscard]] MemoryUse memory_use(std::span<const std::vector<std::byte>> arguments) const;

  /// What the kernel printed through vprintf, in block order, since it was last taken.
  [[nodiscard]] const std::string& printed() const;
  [[nodiscard]] std::string take_printed();
  /// Why a kernel that ran long is interpreted on (emulate/native), once; else empty.
  [[nodiscard]] std::string take_native_failure();
  /// Warp instructions of all runs so far.
  [[nodiscard]] std::uint64_t executed() const;
  /// What was found since it was last taken (MachineOptions::collect), in block order.
  [[nodiscard]] std::vector<Finding> take_findings();
  /// The first access, in block order, beyond the last element of a buffer that Bounds::allocation let pass; else
  /// empty.
  [[nodiscard]] const std::string& beyond_end() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Machine::synchronises_grid() without a machine.
[[nodiscard]] bool synchronises_grid(const ptx::Module& module, std::string_view entry);

}  // namespace forewarp::emu
