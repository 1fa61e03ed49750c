// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A shared library that may not be here, and the functions of it that we call.
#include <initializer_list>
#include <memory>
#include <string>

namespace forewarp::run {

class Library {
 public:
  /// Tries the names in turn; an environment variable of this name, where it is set, is the only one tried ("off":
  /// none). Throws Unavailable naming the library and saying what it is for.
  Library(const char* variable, std::initializer_list<const char*> names, const std::string& purpose);

  /// Throws Unavailable naming the function when it is missing.
  template <typename F>
  void require(F*& function, const char* name) const {
    function = reinterpret_cast<F*>(symbol(name));
    if (function == nullptr) missing(name);
  }
  /// Leaves nullptr when it is missing.
  template <typename F>
  void want(F*& function, const char* name) const {
    function = reinterpret_cast<F*>(symbol(name));
  }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  [[nodiscard]] void* symbol(const char* name) const;
  [[noreturn]] void missing(const char* function) const;
  std::string name_;
  void* handle_ = nullptr;  // stays open: drivers do not survive being unloaded
};

}  // namespace forewarp::run
