// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/calibrate/sizing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "forewarp/support/error.hpp"

namespace forewarp::calibrate {
namespace {

/// A step multiplies by 16 at most: a time that is all launch overhead says little about larger sizes.
constexpr std::int64_t max_step = 16, max_factor = std::int64_t{1} << 16;

/// The size that is changed; empty for kernels that have none or measure the launch.
std::string size_of(const SizedKernel& kernel, std::span<const pick::Generator> generators) {
  for (const pick::Generator& g : generators) {
    if (g.name() != kernel.group || g.tags().contains("empty")) continue;
    for (const pick::Argument& a : g.arguments())
      if (a.is_size && a.any_integer && kernel.sizes.contains(a.name)) return a.name;
  }
  return "";
}

SizedKernel enlarged(SizedKernel kernel, const std::string& size, std::int64_t factor) {
  const std::string before = fmt::format(" {}:{}", size, kernel.sizes.at(size));
  kernel.sizes[size] *= factor;
  const std::size_t at = kernel.name.find(before);
  if (at != std::string::npos)
    kernel.name.replace(at, before.size(), fmt::format(" {}:{}", size, kernel.sizes.at(size)));
  return kernel;
}

class Sizer {
 public:
  Sizer(run::Device& device, Programs& programs, const SizingRules& rules)
      : device_(device), programs_(programs), rules_(rules) {}

  /// The quickest of a few launches.
  double seconds(const SizedKernel& kernel) {
    const run::Language language =
        device_.info().api == run::Api::opencl ? run::Language::opencl_c : run::Language::cuda_cpp;
    const run::Job job = programs_.job(kernel, language);
    const auto made = device_.compile(job.code)->kernel(job.entry);
    made->set_arguments(job.arguments);
    double least = made->launch(job.shape).seconds;
    for (unsigned n = 0; n < rules_.launches; ++n) {
      const double now = made->launch(job.shape).seconds;
      least = n == 0 ? now : std::min(least, now);
    }
    return least;
  }

  /// Nothing where the kernel cannot run: too little memory, a launch that the device does not allow.
  std::optional<double> seconds_if_possible(const SizedKernel& kernel, std::string& why) {
    try {
      return seconds(kernel);
    } catch (const InputError& error) {
      why = error.what();
    } catch (const DeviceError& error) {
      why = error.what();
    }
    return std::nullopt;
  }

  std::int64_t factor_for(const SizedKernel& kernel, const std::string& size, std::vector<std::string>& notes) {
    std::int64_t factor = 1;
    double time = seconds(kernel);
    while (time < rules_.least_s && factor < max_factor) {
      const double short_by = time > 0 ? rules_.least_s / time : double(max_step);
      const auto step = std::min<std::int64_t>(max_step, std::int64_t{1} << int(std::ceil(std::log2(short_by))));
      const std::int64_t next = factor * std::max<std::int64_t>(step, 2);
      std::string why;
      const auto there = seconds_if_possible(enlarged(kernel, size, next), why);
      if (!there) {
        notes.push_back(fmt::format("{} takes {:.3g} ms and cannot be larger: {}", enlarged(kernel, size, factor).name,
                                    1e3 * time, why));
        return factor;
      }
      factor = next;
      time = *there;
    }
    if (time > rules_.most_s)
      notes.push_back(fmt::format("{} takes {:.3g} s, longer than {:.3g} s", enlarged(kernel, size, factor).name, time,
                                  rules_.most_s));
    return factor;
  }

 private:
  run::Device& device_;
  Programs& programs_;
  const SizingRules& rules_;
};

}  // namespace

Sizing sized_for(run::Device& device, std::span<const SizedKernel> kernels, std::span<const pick::Generator> generators,
                 Programs& programs, const SizingRules& rules, Progress* progress) {
  Sizing out;
  Sizer sizer(device, programs, rules);
  std::map<std::string, std::int64_t> factors;  // by program
  for (const SizedKernel& kernel : kernels) {
    const std::string size = size_of(kernel, generators);
    if (size.empty()) {
      out.kernels.push_back(kernel);
      continue;
    }
    auto factor = factors.find(kernel.loop_program);
    if (factor == factors.end()) {
      if (progress != nullptr) progress->busy(fmt::format("sizing {}", kernel.group));
      if (progress != nullptr && progress->cancelled()) throw Interrupted();
      const SizedKernel* least = &kernel;
      for (const SizedKernel& other : kernels)
        if (other.loop_program == kernel.loop_program && other.sizes < least->sizes) least = &other;
      factor = factors.emplace(kernel.loop_program, sizer.factor_for(*least, size, out.notes)).first;
    }
    out.kernels.push_back(enlarged(kernel, size, factor->second));
  }
  return out;
}

}  // namespace forewarp::calibrate
