// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/machine_codes.hpp"

#include <fmt/format.h>

#include "forewarp/frontend/source/ptxas.hpp"
#include "forewarp/model/bounds/amd_code.hpp"
#include "forewarp/support/build_id.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::model {
namespace {

/// Programs that run beside what the caller does, which has the other cores.
constexpr std::size_t max_beside = 2;

/// Everything that the executions of machine code depend on beside the code.
std::string counts_text(const profile::Profile& p) {
  std::string text = fmt::format("{}|{}|{}|", p.threads, p.warps, p.thread_instructions);
  for (const profile::BasicBlockCount& b : p.basic_blocks) text += fmt::format("{},{};", b.threads, b.warps);
  text += fmt::format("|{}|", p.load_requests.total());
  for (const profile::AccessSite& site : p.sites)
    if (site.near_share > 0) text += fmt::format("{},{},{};", site.ptx_line, site.requests, site.near_share);
  return text;
}

/// A file that ptxas made and we cannot read is a reason and no mistake of the user.
machine::AssembledKernel assembled(const std::string& ptx, const std::string& entry, const source::Arch& arch,
                                   source::CacheStore* cache, Progress* progress) {
  try {
    return machine::assembled_kernel(ptx, entry, arch, cache, progress);
  } catch (const InputError& error) {
    machine::AssembledKernel none;
    none.refused = true;
    none.reason = none.refusal = error.what();
    return none;
  }
}

}  // namespace

MachineCodes::MachineCodes(const std::string& ptx, std::string entry, const ptx::Module& module,
                           source::CacheStore* cache, Progress* progress)
    : ptx_(ptx), entry_(std::move(entry)), module_(module), cache_(cache), progress_(progress) {}

MachineCodes::MachineCodes(const kernel::Kernel& kernel, source::CacheStore* cache, Progress* progress)
    : MachineCodes(kernel.code.ptx, kernel.launch.entry, *kernel.module, cache, progress) {
  kernel_ = &kernel;
}

const std::string& MachineCodes::code_key() {
  if (code_key_.empty())
    code_key_ = digest(fmt::format("work {}|{}|{}|{}", build_id(), source::ptxas_identity(), entry_, ptx_));
  return code_key_;
}

Assembling::~Assembling() {
  for (const Job& job : jobs_) job.wait();
}

const Assembling::Job& MachineCodes::job(unsigned capability, std::launch when) {
  const auto found = assembled_.find(capability);
  if (found != assembled_.end()) return found->second;
  const auto assemble = [this, arch = source::Arch{static_cast<int>(capability), ""}] {
    return assembled(ptx_, entry_, arch, cache_, progress_);
  };
  return assembled_.emplace(capability, std::async(when, assemble).share()).first->second;
}

Assembling MachineCodes::begin(std::span<const device::DeviceSpec> devices) {
  std::vector<Assembling::Job> jobs;
  if (!has_program_) has_program_ = !source::ptxas_programs().empty();
  for (const device::DeviceSpec& device : devices) {
    if (!*has_program_ || device.vendor != device::Vendor::nvidia || assembled_.contains(device.compute_capability))
      continue;
    jobs.push_back(job(device.compute_capability, std::launch::async));
    if (jobs.size() == max_beside) break;
  }
  return Assembling(std::move(jobs));
}

MachineWork MachineCodes::make(unsigned capability, const profile::Profile& profile) {
  try {
    return machine_work(profile, module_, job(capability, std::launch::deferred).get());
  } catch (...) {
    assembled_.erase(capability);  // an interrupted question may be asked again
    throw;
  }
}

const machine::KernelCode* MachineCodes::code_on(const device::DeviceSpec& device) {
  if (device.vendor != device::Vendor::nvidia) return nullptr;
  if (!has_program_) has_program_ = !source::ptxas_programs().empty();
  if (!*has_program_) return nullptr;
  try {
    const machine::AssembledKernel& assembled = job(device.compute_capability, std::launch::deferred).get();
    return assembled.code ? &*assembled.code : nullptr;
  } catch (...) {
    assembled_.erase(device.compute_capability);  // an interrupted question may be asked again
    throw;
  }
}

MachineWork MachineCodes::on(const device::DeviceSpec& device, const profile::Profile& profile) {
  if (device.vendor == device::Vendor::nvidia) return on_nvidia(device, profile);
  if (device.vendor == device::Vendor::amd && kernel_ != nullptr) return on_amd(device, profile);
  MachineWork none;
  none.reason = "only machine code of NVIDIA's devices is read";
  return none;
}

MachineWork MachineCodes::on_amd(const device::DeviceSpec& device, const profile::Profile& profile) {
  if (!compiler_) compiler_.emplace(std::make_shared<source::CacheStore>(), progress_);
  return amd_work(*kernel_, profile, device, *compiler_);
}

MachineWork MachineCodes::on_nvidia(const device::DeviceSpec& device, const profile::Profile& profile) {
  MachineWork none;
  if (!has_program_) has_program_ = !source::ptxas_programs().empty();
  none.reason = source::no_ptxas;
  if (!*has_program_) return none;
  const std::string key =
      digest(fmt::format("{}|{}|{}", code_key(), device.compute_capability, counts_text(profile))) + ".work";
  if (const auto known = works_.find(key); known != works_.end()) return known->second;
  std::optional<MachineWork> work;
  if (const auto text = cache_ ? cache_->get(key) : std::nullopt) work = restored_work(*text);
  if (!work) {
    work = make(device.compute_capability, profile);
    const bool may_change = work->arch.empty() && !assembled_.at(device.compute_capability).get().refused;
    if (cache_ && !may_change) cache_->put(key, stored(*work));
  }
  return works_.emplace(key, *std::move(work)).first->second;
}

}  // namespace forewarp::model
