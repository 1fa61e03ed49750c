// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The kernels of jobs with their filled buffers, as many as there is room for: those not used for longest go first.
#include <list>
#include <map>
#include <memory>
#include <string>

#include "forewarp/measure/run/jobs.hpp"

namespace forewarp::run {

class ResidentKernels {
 public:
  ResidentKernels(Device& device, std::uint64_t max_bytes) : device_(device), max_bytes_(max_bytes) {}

  struct Found {
    Kernel* kernel = nullptr;
    bool is_new = false;  ///< compiled, its buffers filled just now
  };
  /// Throws as Device::compile, Program::kernel and Kernel::set_arguments.
  [[nodiscard]] Found get(const Job& job);
  void drop(const Job& job);

 private:
  struct Resident {
    std::string job;
    std::unique_ptr<Kernel> kernel;
    std::uint64_t bytes = 0;
  };
  void make_room(std::uint64_t bytes);
  [[nodiscard]] std::shared_ptr<Program> program_of(const Code& code);

  Device& device_;
  std::uint64_t max_bytes_;
  std::list<Resident> residents_;  // the one used last is the first
  std::list<std::pair<std::string, std::shared_ptr<Program>>> programs_;
};

}  // namespace forewarp::run
