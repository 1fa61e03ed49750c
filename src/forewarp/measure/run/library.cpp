// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/library.hpp"

#include <dlfcn.h>

#include <cstdlib>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::run {

Library::Library(const char* variable, std::initializer_list<const char*> names, const std::string& purpose) {
  const char* chosen = std::getenv(variable);
  if (chosen != nullptr && std::string_view(chosen) == "off")
    throw Unavailable(fmt::format("{}: {} is off", purpose, variable));
  std::string reason;
  const auto open = [&](const char* name) {
    handle_ = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) {
      name_ = name;
    } else if (const char* said = ::dlerror(); reason.empty() && said != nullptr) {
      reason = said;
    }
    return handle_ != nullptr;
  };
  if (chosen != nullptr && *chosen != '\0') {
    open(chosen);
  } else {
    for (const char* name : names)
      if (open(name)) break;
  }
  if (handle_ == nullptr) throw Unavailable(fmt::format("{}: {}", purpose, reason));
}

void* Library::symbol(const char* name) const { return ::dlsym(handle_, name); }

void Library::missing(const char* function) const {
  throw Unavailable(fmt::format("{} has no function {}: it is too old", name_, function));
}

}  // namespace forewarp::run
