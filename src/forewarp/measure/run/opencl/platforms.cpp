// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/opencl/platforms.hpp"

#include <fmt/format.h>

#include "forewarp/support/text.hpp"

namespace forewarp::run::opencl {
namespace {

template <typename Get>
std::string text_of(Get get) {
  std::size_t size = 0;
  if (get(0, nullptr, &size) != success || size == 0) return "";
  std::string text(size, '\0');
  if (get(size, text.data(), nullptr) != success) return "";
  return std::string(trimmed(text, std::string_view(" \0", 2)));
}

std::string device_text(Handle device, Uint what) {
  return text_of([&](std::size_t size, void* out, std::size_t* needed) {
    return functions().GetDeviceInfo(device, what, size, out, needed);
  });
}

/// 0 where the device does not answer.
template <typename T>
T device_value(Handle device, Uint what) {
  T value{};
  return functions().GetDeviceInfo(device, what, sizeof value, &value, nullptr) == success ? value : T{};
}

const char* kind_of(Bits type) {
  if ((type & device_type_gpu) != 0) return "gpu";
  if ((type & device_type_accelerator) != 0) return "accelerator";
  return (type & device_type_cpu) != 0 ? "cpu" : "other";
}

std::uint32_t sub_group_of(Handle device, const std::string& extensions) {
  if (extensions.find("cl_nv_device_attribute_query") != std::string::npos)
    return device_value<Uint>(device, device_warp_size_nv);
  if (extensions.find("cl_amd_device_attribute_query") != std::string::npos)
    return device_value<Uint>(device, device_wavefront_width_amd);
  return 0;
}

DeviceInfo info_of(Handle platform, Handle device) {
  DeviceInfo info;
  info.api = Api::opencl;
  info.platform = text_of([&](std::size_t size, void* out, std::size_t* needed) {
    return functions().GetPlatformInfo(platform, platform_name, size, out, needed);
  });
  info.name = device_text(device, device_name);
  info.vendor = device_text(device, device_vendor);
  info.driver = device_text(device, driver_version);
  info.version = device_text(device, device_version);
  info.kind = kind_of(device_value<Bits>(device, device_type));
  info.compute_units = device_value<Uint>(device, device_max_compute_units);
  info.clock_hz = device_value<Uint>(device, device_max_clock_frequency) * 1e6;
  info.memory_bytes = device_value<std::uint64_t>(device, device_global_mem_size);
  info.largest_buffer_bytes = device_value<std::uint64_t>(device, device_max_mem_alloc_size);
  info.cache_bytes = device_value<std::uint64_t>(device, device_global_mem_cache_size);
  info.local_bytes = device_value<std::uint64_t>(device, device_local_mem_size);
  info.max_block = static_cast<std::uint32_t>(device_value<std::size_t>(device, device_max_work_group_size));
  info.timer_resolution_s =
      static_cast<double>(device_value<std::size_t>(device, device_profiling_timer_resolution)) * 1e-9;
  const std::string extensions = device_text(device, device_extensions);
  info.f64 = device_value<Bits>(device, device_double_fp_config) != 0;
  info.f16 = extensions.find("cl_khr_fp16") != std::string::npos;
  info.sub_group = sub_group_of(device, extensions);
  return info;
}

/// All handles of a kind, from a first call that gave their number. No platform and no device are
/// results, not errors: a machine with the loader and without a driver has none.
std::vector<Handle> handles(Int status, Uint count, const auto& get, const char* call) {
  if (status == device_not_found || status == platform_not_found || count == 0) return {};
  check(status, call);
  std::vector<Handle> all(count);
  check(get(count, all.data()), call);
  return all;
}

std::vector<Handle> platforms() {
  Uint count = 0;
  const Int status = functions().GetPlatformIDs(0, nullptr, &count);
  return handles(
      status, count, [](Uint n, Handle* out) { return functions().GetPlatformIDs(n, out, nullptr); },
      "clGetPlatformIDs");
}

std::vector<Handle> devices_of(Handle platform) {
  Uint count = 0;
  const Int status = functions().GetDeviceIDs(platform, device_type_all, 0, nullptr, &count);
  return handles(
      status, count,
      [&](Uint n, Handle* out) { return functions().GetDeviceIDs(platform, device_type_all, n, out, nullptr); },
      "clGetDeviceIDs");
}

}  // namespace

/// Devices are numbered through all platforms in the loader's order, which is stable as long as no
/// driver is installed or removed: opencl:2 is the first device of the second platform if the first
/// has two.
std::vector<Found> devices() {
  std::vector<Found> all;
  for (Handle platform : platforms())
    for (Handle device : devices_of(platform)) {
      all.push_back({platform, device, info_of(platform, device)});
      all.back().info.spec = fmt::format("opencl:{}", all.size() - 1);
    }
  return all;
}

}  // namespace forewarp::run::opencl
