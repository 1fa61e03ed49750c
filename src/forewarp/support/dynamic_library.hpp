// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A shared library that may be absent, and the functions of it that we call. It is never unloaded: drivers do not
/// survive that.
#include <initializer_list>
#include <optional>
#include <string>

namespace forewarp {

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
  template <typename F>
  void require(F*& function, const char* name) const {
    function = reinterpret_cast<F*>(symbol(name));
    if (function == nullptr) missing(name);
  }
  /// False, and nullptr in `function`, when it is missing.
  template <typename F>
  bool want(F*& function, const char* name) const {
    function = reinterpret_cast<F*>(symbol(name));
    return function != nullptr;
  }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  DynamicLibrary(std::string name, void* handle) : name_(std::move(name)), handle_(handle) {}
  [[nodiscard]] void* symbol(const char* name) const;
  [[noreturn]] void missing(const char* function) const;

  std::string name_;
  void* handle_ = nullptr;
};

}  // namespace forewarp
