// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/dynamic_library.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp {

DynamicLibrary::DynamicLibrary(const char* variable, std::initializer_list<const char*> names,
                               const std::string& purpose) {
  const char* chosen = std::getenv(variable);
  if (chosen != nullptr && std::string_view(chosen) == "off")
    throw Unavailable(fmt::format("{}: {} is off", purpose, variable));
  std::vector<const char*> tried(names);
  if (chosen != nullptr && *chosen != '\0') tried = {chosen};
  std::string reason;
  for (const char* name : tried) {
    handle_ = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
    name_ = name;
    if (handle_ != nullptr) return;
    if (const char* message = ::dlerror(); reason.empty() && message != nullptr) reason = message;
  }
  throw Unavailable(fmt::format("{}: {}", purpose, reason));
}

std::optional<DynamicLibrary> DynamicLibrary::open(const std::string& name, Scope scope, std::string* reason) {
  void* handle = ::dlopen(name.c_str(), RTLD_NOW | (scope == Scope::global ? RTLD_GLOBAL : RTLD_LOCAL));
  if (handle != nullptr) return DynamicLibrary(name, handle);
  if (const char* message = ::dlerror(); reason != nullptr && message != nullptr) *reason = message;
  return std::nullopt;
}

LibraryFunction DynamicLibrary::required(const char* name) const {
  void* const address = ::dlsym(handle_, name);
  if (address == nullptr) throw Unavailable(fmt::format("{} has no function {}: it is too old", name_, name));
  return LibraryFunction(address);
}

LibraryFunction DynamicLibrary::optional(const char* name) const { return LibraryFunction(::dlsym(handle_, name)); }

}  // namespace forewarp
