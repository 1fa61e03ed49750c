// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// cuGetProcAddress: entry points by name and version. entry_points.def lists all that there are.
#include <algorithm>
#include <array>
#include <string_view>

#include "forewarp/runtime/driver/call.hpp"

namespace forewarp::driver {

extern "C" {
Result cuGetProcAddress(const char* name, void** out, int asked_version, std::uint64_t flags);
Result cuGetProcAddress_v2(const char* name, void** out, int asked_version, std::uint64_t flags, int* status);
Result cuGetExportTable(const void** table, const Uuid* id);
Result cudaGetDriverEntryPoint(const char* name, void** out, std::uint64_t flags, int* status);
Result cudaGetDriverEntryPointByVersion(const char* name, void** out, unsigned asked_version, std::uint64_t flags,
                                        int* status);
}

namespace {

/// The same entry point with the thread's own default stream.
template <auto function>
struct PerThread;

template <typename... A, Result (*function)(A...)>
struct PerThread<function> {
  static Result call(A... arguments) {
    const cudart::DefaultStreamOfThread own;
    return function(arguments...);
  }
};

struct Entry {
  std::string_view name;
  int version;  ///< of CUDA, in which it came
  void* address;
  void* per_thread;
};

#define FOREWARP_DRIVER_ENTRY(name, symbol, version) \
  Entry{#name, version, reinterpret_cast<void*>(&symbol), reinterpret_cast<void*>(&PerThread<&symbol>::call)},
const std::array entries = {
#include "forewarp/runtime/driver/entry_points.def"
};
#undef FOREWARP_DRIVER_ENTRY

enum class Found : int { yes = 0, no = 1, only_later = 2 };
constexpr std::uint64_t per_thread_flag = 2;

/// Names may have the suffixes of the functions for a per-thread default stream.
bool drop_suffix(std::string_view& name) {
  for (const std::string_view suffix : {"_ptsz", "_ptds"})
    if (name.ends_with(suffix)) {
      name.remove_suffix(suffix.size());
      return true;
    }
  return false;
}

Found find(std::string_view name, int asked_version, std::uint64_t flags, void*& out) {
  const bool per_thread = drop_suffix(name) || (flags & per_thread_flag) != 0;
  const Entry* best = nullptr;
  bool exists = false;
  for (const Entry& e : entries) {
    if (e.name != name) continue;
    exists = true;
    if (e.version <= asked_version && (!best || e.version > best->version)) best = &e;
  }
  out = best ? (per_thread ? best->per_thread : best->address) : nullptr;
  return best ? Found::yes : exists ? Found::only_later : Found::no;
}

}  // namespace

#define FOREWARP_DRIVER_ENTRY(name, symbol, version) reinterpret_cast<void*>(&symbol),
extern "C" {
/// For libcuda.so.1 (forward.cpp).
extern void* const __cudaForewarpDriver[];
void* const __cudaForewarpDriver[] = {
#include "forewarp/runtime/driver/entry_points.def"
};
}
#undef FOREWARP_DRIVER_ENTRY

extern "C" {

Result cuGetProcAddress_v2(const char* name, void** out, int asked_version, std::uint64_t flags, int* status) {
  if (!name || !out) return Result::invalid_value;
  const Found found = find(name, asked_version, flags, *out);
  if (status) *status = static_cast<int>(found);
  return found == Found::yes ? Result::success : Result::not_found;
}
Result cuGetProcAddress(const char* name, void** out, int asked_version, std::uint64_t flags) {
  // Who asks for the version before 12 gets the function without a status.
  return cuGetProcAddress_v2(name, out, asked_version, flags, nullptr);
}
/// The same for programs of the runtime API, which say by the result that a name is not known if they do not ask for
/// the status.
Result cudaGetDriverEntryPointByVersion(const char* name, void** out, unsigned asked_version, std::uint64_t flags,
                                        int* status) {
  const Result result = cuGetProcAddress_v2(name, out, static_cast<int>(asked_version), flags, status);
  return result == Result::not_found && status ? Result::success : result;
}
Result cudaGetDriverEntryPoint(const char* name, void** out, std::uint64_t flags, int* status) {
  constexpr unsigned newest = 13000;
  return cudaGetDriverEntryPointByVersion(name, out, newest, flags, status);
}
/// Tables that NVIDIA does not document are not imitated. Its static runtime asks for them: libraries that have it
/// inside cannot run, and most of them do not say why.
Result cuGetExportTable(const void** table, const Uuid*) {
  if (table) *table = nullptr;
  return call("cuGetExportTable", [](Session&) {
    throw DriverError(Result::not_found,
                      "an undocumented table, as NVIDIA's static runtime uses it; link the program or library with "
                      "-cudart shared (docs/exec.md)");
  });
}
}

}  // namespace forewarp::driver
