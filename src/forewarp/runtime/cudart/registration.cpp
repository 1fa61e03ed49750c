// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What compiled programs call before main: their device code, and the host's addresses that stand for kernels and
// variables.
#include <cstring>

#include "forewarp/frontend/fatbin/fat_binary.hpp"
#include "forewarp/runtime/cudart/process.hpp"

using namespace forewarp;
using namespace forewarp::cudart;

namespace {

/// The section .nvFatBinSegment. In version 2, for units of relocatable device code, a list of their fat binaries that
/// ends with nullptr; data is what the compiler linked of them as machine code.
struct Wrapper {
  std::uint32_t magic, version;
  const char* data;
  const char* const* units;
};
constexpr std::uint32_t linked_version = 2;

/// A container knows its size; plain PTX ends with a zero.
std::string_view image_at(const char* data) {
  constexpr std::size_t header_bytes = 16;
  const std::uint64_t bytes = fatbin::container_bytes({data, header_bytes});
  return {data, bytes > 0 ? bytes : std::strlen(data)};
}

std::vector<std::string_view> images_of(const Wrapper& wrapper) {
  if (wrapper.version != linked_version || !wrapper.units) return {image_at(wrapper.data)};
  std::vector<std::string_view> images;
  for (const char* const* unit = wrapper.units; *unit; ++unit) images.push_back(image_at(*unit));
  return images;
}

Image* image_of(void** handle) { return reinterpret_cast<Image*>(handle); }

}  // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  Process& p = process();
  const std::lock_guard lock(p.lock);
  return reinterpret_cast<void**>(&p.add_image(images_of(*static_cast<const Wrapper*>(wrapper))));
}

void __cudaForewarpManaged(const char* begin, const char* end) {
  Process& p = process();
  const std::lock_guard lock(p.lock);
  p.managed_sections.emplace_back(begin, end);
}

/// Managed variables have their values before main, so their device code is loaded at once.
void __cudaRegisterFatBinaryEnd(void** handle) {
  Image& image = *image_of(handle);
  if (image.managed.empty()) return;
  call("__managed__", [&](runtime::Session& session) { (void)process().module_of(session, image); });
}

void __cudaUnregisterFatBinary(void**) {}

char __cudaInitModule(void**) { return 1; }

void __cudaRegisterFunction(void** handle, const char* host, char*, const char* name, int, void*, void*, void*, void*,
                            int*) {
  Process& p = process();
  const std::lock_guard lock(p.lock);
  p.kernels[host] = {image_of(handle), name};
}

void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int, std::size_t, int, int) {
  Process& p = process();
  const std::lock_guard lock(p.lock);
  p.variables[host] = {image_of(handle), name};
  for (const auto& [begin, end] : p.managed_sections)
    if (host >= begin && host < end) image_of(handle)->managed[name] = host;
}

/// The host reaches a managed variable through a pointer, which must be set before main.
void __cudaRegisterManagedVar(void** handle, void** pointer, char*, const char* name, ...) {
  Process& p = process();
  {
    const std::lock_guard lock(p.lock);
    p.variables[pointer] = {image_of(handle), name};
  }
  call("__managed__", [&](runtime::Session& session) { *pointer = process().variable_at(session, pointer).data; });
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes, CUstream_st* stream);
}
