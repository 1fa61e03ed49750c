// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A shared library that may be absent, and the functions of it that we call. It is never unloaded: drivers do not
/// survive that.
#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace forewarp {

/// The address of a function, which takes the type of the pointer that it is assigned to:
/// int (*init)() = library.required("cuInit");
class LibraryFunction {
 public:
  explicit LibraryFunction(void* address) : address_(address) {}
  template <typename F>
  requires std::is_function_v<F>
  operator F*() const { return reinterpret_cast<F*>(address_); }

 private:
  void* address_;
};

class DynamicLibrary {
 public:
  /// Tries the names in turn. If the environment variable is set, its value is the only name that is tried ("off":
  /// none). Throws Unavailable with the purpose and the reason of the first name.
  DynamicLibrary(const char* variable, std::initializer_list<const char*> names, const std::string& purpose);
  /// Who finds the library's functions: we alone, or also the libraries that it opens itself.
  enum class Scope { local, global };
  /// One name or path; nothing where it cannot be opened, and the loader's message in `reason`.
  [[nodiscard]] static std::optional<DynamicLibrary> open(const std::string& name, Scope scope = Scope::local,
                                                          std::string* reason = nullptr);

  /// Throws Unavailable with the function's name when it is missing.
  [[nodiscard]] LibraryFunction required(const char* name) const;
  /// nullptr when it is missing.
  [[nodiscard]] LibraryFunction optional(const char* name) const;
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  DynamicLibrary(std::string name, void* handle) : name_(std::move(name)), handle_(handle) {}

  std::string name_;
  void* handle_ = nullptr;
};

}  // namespace forewarp
