// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A kernel with its launch that may be asked many times. The first question compiles, emulates and assembles; what
/// comes of it is kept, so that a further question costs microseconds. A kernel is compiled for the oldest of the
/// devices of a question, so each set of compute capabilities has a PreparedCode of its own.
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/lowest_target.hpp"
#include "forewarp/model/bounds/summary.hpp"
#include "forewarp/model/device/conditions.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/each_device.hpp"
#include "forewarp/query/device_codes.hpp"
#include "forewarp/query/device_profiles.hpp"
#include "forewarp/query/kernel_options.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::query {

/// What the question that is being answered reports to.
class PassedOn : public Progress {
 public:
  /// While this lives.
  class Scope {
   public:
    Scope(PassedOn& passed_on, Progress* progress) : passed_on_(passed_on) { passed_on_.to_ = progress; }
    ~Scope() { passed_on_.to_ = nullptr; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    PassedOn& passed_on_;
  };

  void advance(std::size_t done, std::size_t total, std::string_view what) override {
    if (to_ != nullptr) to_->advance(done, total, what);
  }
  void busy(std::string_view what) override {
    if (to_ != nullptr) to_->busy(what);
  }
  [[nodiscard]] bool cancelled() const override { return to_ != nullptr && to_->cancelled(); }

 private:
  Progress* to_ = nullptr;
};

/// The kernel compiled for some devices, and what was counted and assembled of it.
class PreparedCode {
 public:
  /// Throws as kernel::load_for().
  PreparedCode(const KernelOptions& options, std::string_view machine_code, std::span<const unsigned> capabilities,
               PassedOn& progress);
  PreparedCode(const PreparedCode&) = delete;
  PreparedCode& operator=(const PreparedCode&) = delete;

  [[nodiscard]] const kernel::Kernel& kernel() const { return loaded_.kernel; }
  /// The compute capability that it was compiled for.
  [[nodiscard]] unsigned lowest() const { return loaded_.lowest; }
  /// Why it does not run on this device, where it was compiled for others.
  [[nodiscard]] std::optional<std::string> refused_by(const device::DeviceSpec& device) const;
  /// Throws as profile::profile_of(). The reference stays valid.
  [[nodiscard]] const profile::Profile& profile(unsigned warp_size);
  /// Of the smallest warp size that was asked for; there was one.
  [[nodiscard]] const profile::Profile& first_profile() const { return profiles_.first(); }
  /// What was counted for warps of this width, or why nothing could be.
  [[nodiscard]] const model::OfWidth& summary(unsigned warp_size);
  [[nodiscard]] const model::MachineWork& machine_work(const device::DeviceSpec& device);
  /// Where machine_work() has a mix; nullptr elsewhere. It lives as long as this.
  [[nodiscard]] const machine::KernelCode* machine_code(const device::DeviceSpec& device) {
    return machine_work(device).mix ? codes_.code_on(device) : nullptr;
  }
  /// Assembles for the devices beside what is done while the result lives: profiling, where no profile was made yet.
  [[nodiscard]] model::Assembling begin_machine_work(std::span<const device::DeviceSpec> devices);

 private:
  const KernelOptions& options_;
  PassedOn& progress_;
  kernel::ForSeveral loaded_;
  ProfilesByWarpSize profiles_;
  DeviceCodes codes_;
  std::map<unsigned, model::OfWidth> summaries_;
  std::map<std::string, model::MachineWork> works_;  ///< by name and compute capability
};

/// Not for two threads at a time.
class PreparedKernel {
 public:
  explicit PreparedKernel(KernelOptions options, std::string machine_code = "auto");
  PreparedKernel(const PreparedKernel&) = delete;
  PreparedKernel& operator=(const PreparedKernel&) = delete;

  [[nodiscard]] const KernelOptions& options() const { return options_; }
  [[nodiscard]] const std::string& machine_code() const { return machine_code_; }
  /// As devices_of(), under these conditions. Those that ship are kept: reading data sheets takes longer than a
  /// prediction. Files of the user are read each time.
  [[nodiscard]] std::shared_ptr<const std::vector<device::DeviceSpec>> devices(const std::vector<std::string>& names,
                                                                               const device::Conditions& conditions);
  /// Throws as PreparedCode.
  [[nodiscard]] std::shared_ptr<PreparedCode> code_for(std::span<const device::DeviceSpec> devices);
  /// What this and its codes do is reported there while the scope lives; nullptr: nowhere.
  [[nodiscard]] PassedOn::Scope reporting_to(Progress* progress) { return {progress_, progress}; }

 private:
  KernelOptions options_;
  std::string machine_code_;
  PassedOn progress_;
  std::map<std::string, std::shared_ptr<const std::vector<device::DeviceSpec>>> devices_;
  std::map<std::vector<unsigned>, std::shared_ptr<PreparedCode>> codes_;
};

}  // namespace forewarp::query
