// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Launches whose memory has addresses of its own (frontend/launch/placement.hpp) in a machine.
#include <memory>

#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/kernel/registers.hpp"
#include "forewarp/frontend/launch/placement.hpp"

namespace forewarp::profile {

class PlacedLaunch {
 public:
  /// Throws InputError where memory overlaps or a fill is not possible. The module outlives this.
  PlacedLaunch(const ptx::Module& module, const launch::Launch& launch, const launch::Placement& placement,
               const ProfileOptions& options);

  [[nodiscard]] Execution& execution() { return execution_; }
  /// The launch, and behind its arguments the memory that no argument points to (Launch::unpassed): its traffic counts.
  [[nodiscard]] const launch::Launch& launch() const { return launch_; }

 private:
  void add(const launch::PlacedBuffer& buffer);
  void add_variables(const ptx::Module& module, const launch::Placement& placement);
  void add_argument(const launch::Argument& argument, const launch::Placement& placement);

  launch::Launch launch_;
  emu::Memory memory_;
  std::vector<std::uint64_t> added_;  ///< addresses of the buffers so far
  emu::VariablePlaces places_;
  std::unique_ptr<emu::Machine> machine_;
  Execution execution_;
};

/// The launch that profile_of() profiles: with memory that no argument points to behind its arguments.
[[nodiscard]] launch::Launch profiled_launch(const kernel::Kernel& kernel);

/// What ptxas allocated for the kernel, for profile().
void set_allocation(ProfileOptions& options, const kernel::Allocation& allocation);

/// profile() of a kernel's launch. One whose memory has addresses is run whole, as the program did whose launch it is.
[[nodiscard]] Profile profile_of(const kernel::Kernel& kernel, const ProfileOptions& options,
                                 Progress* progress = nullptr);

}  // namespace forewarp::profile
