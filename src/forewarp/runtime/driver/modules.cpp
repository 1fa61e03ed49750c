// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Modules, libraries and kernels.
#include <fstream>

#include "forewarp/runtime/driver/library.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::driver {
namespace {

Result load_image(const char* name, Library** out, const void* image, JitLogs* logs) {
  return call_in_context(name, [&](Session& session) {
    require(out);
    *out = load(session, image_at(image), logs);
  });
}

Result load_file(const char* name, Library** out, const char* path) {
  return call(name, [&](Session& session) {
    require(out);
    if (!path || !std::ifstream(path)) throw DriverError(Result::file_not_found, path ? path : "");
    const std::string bytes = read_file(path);
    *out = load(session, image_at(bytes.c_str()), nullptr);
  });
}

Result unload(const char* name, Library* library) {
  return call(name, [&](Session&) { state().libraries.erase(known(library)); });
}

runtime::Allocation& variable_of(Library* library, const char* name) {
  runtime::Allocation* memory = name ? known(library)->module->variable(name) : nullptr;
  if (!memory) throw DriverError(Result::not_found, std::string("no variable '") + (name ? name : "") + "'");
  return *memory;
}

Result get_global(const char* call_name, DevicePointer* address, std::size_t* bytes, Library* library,
                  const char* name) {
  return call(call_name, [&](Session&) {
    const runtime::Allocation& memory = variable_of(library, name);
    if (address) *address = memory.address();
    if (bytes) *bytes = memory.bytes;
  });
}

std::vector<std::string> entries_of(Library* library) {
  std::vector<std::string> names;
  for (const ptx::Function& f : known(library)->module->code().functions)
    if (f.is_entry && !f.is_declaration) names.emplace_back(f.name);
  return names;
}

Result count_entries(const char* name, unsigned* count, Library* library) {
  return call(name, [&](Session&) { require(count) = static_cast<unsigned>(entries_of(library).size()); });
}

Result list_entries(const char* name, Function* out, unsigned count, Library* library) {
  return call(name, [&](Session& session) {
    const std::vector<std::string> names = entries_of(library);
    for (std::size_t i = 0; i < std::min<std::size_t>(count, names.size()); ++i)
      out[i] = function_of(session, library, names[i].c_str());
  });
}

Result get_function(const char* call_name, Function* out, Library* library, const char* name) {
  return call(call_name, [&](Session& session) {
    require(out);
    *out = function_of(session, library, name);
  });
}

Library* library_of(Function function) {
  for (Library* library : state().libraries)
    if (library->module.get() == checked(state().kernels, function, "kernel")->module) return library;
  throw DriverError(Result::invalid_handle, "the module of this kernel is unloaded");
}

}  // namespace

extern "C" {

Result cuModuleLoad(Library** out, const char* path) { return load_file("cuModuleLoad", out, path); }
Result cuModuleLoadData(Library** out, const void* image) {
  return load_image("cuModuleLoadData", out, image, nullptr);
}
Result cuModuleLoadDataEx(Library** out, const void* image, unsigned count, int* options, void** values) {
  JitLogs logs(count, options, values);
  return load_image("cuModuleLoadDataEx", out, image, &logs);
}
Result cuModuleLoadFatBinary(Library** out, const void* image) {
  return load_image("cuModuleLoadFatBinary", out, image, nullptr);
}
Result cuModuleUnload(Library* module) { return unload("cuModuleUnload", module); }
Result cuModuleGetLoadingMode(int* mode) {
  constexpr int lazy = 2;
  return call("cuModuleGetLoadingMode", [&](Session&) { require(mode) = lazy; });
}

Result cuLibraryLoadData(Library** out, const void* image, int* options, void** values, unsigned count, int*, void**,
                         unsigned) {
  JitLogs logs(count, options, values);
  return call("cuLibraryLoadData", [&](Session& session) {
    require(out);
    *out = load(session, image_at(image), &logs);
  });
}
Result cuLibraryLoadFromFile(Library** out, const char* path, int*, void**, unsigned, int*, void**, unsigned) {
  return load_file("cuLibraryLoadFromFile", out, path);
}
Result cuLibraryUnload(Library* library) { return unload("cuLibraryUnload", library); }
Result cuLibraryGetModule(Library** module, Library* library) {
  return call("cuLibraryGetModule", [&](Session&) { require(module) = known(library); });
}

// By the module or the library: they are one.
Result cuModuleGetFunction(Function* out, Library* module, const char* name) {
  return get_function("cuModuleGetFunction", out, module, name);
}
Result cuLibraryGetKernel(Function* out, Library* library, const char* name) {
  return get_function("cuLibraryGetKernel", out, library, name);
}
Result cuModuleGetGlobal_v2(DevicePointer* address, std::size_t* bytes, Library* module, const char* name) {
  return get_global("cuModuleGetGlobal", address, bytes, module, name);
}
Result cuLibraryGetGlobal(DevicePointer* address, std::size_t* bytes, Library* library, const char* name) {
  return get_global("cuLibraryGetGlobal", address, bytes, library, name);
}
Result cuLibraryGetManaged(DevicePointer* address, std::size_t* bytes, Library* library, const char* name) {
  return get_global("cuLibraryGetManaged", address, bytes, library, name);
}
Result cuModuleGetFunctionCount(unsigned* count, Library* module) {
  return count_entries("cuModuleGetFunctionCount", count, module);
}
Result cuLibraryGetKernelCount(unsigned* count, Library* library) {
  return count_entries("cuLibraryGetKernelCount", count, library);
}
Result cuModuleEnumerateFunctions(Function* out, unsigned count, Library* module) {
  return list_entries("cuModuleEnumerateFunctions", out, count, module);
}
Result cuLibraryEnumerateKernels(Function* out, unsigned count, Library* library) {
  return list_entries("cuLibraryEnumerateKernels", out, count, library);
}

// A kernel is its function: contexts share modules.
Result cuKernelGetFunction(Function* out, Function kernel) {
  return call("cuKernelGetFunction", [&](Session&) { require(out) = checked(state().kernels, kernel, "kernel"); });
}
Result cuKernelGetLibrary(Library** out, Function kernel) {
  return call("cuKernelGetLibrary", [&](Session&) { require(out) = library_of(kernel); });
}
Result cuFuncGetModule(Library** out, Function function) {
  return call("cuFuncGetModule", [&](Session&) { require(out) = library_of(function); });
}
}

}  // namespace forewarp::driver
