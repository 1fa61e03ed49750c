// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::ptx::detail {

/// What is written into a module while it is printed.
class Insertion {
 public:
  virtual ~Insertion() = default;
  /// At module level, before everything else.
  virtual void module_head(std::string& out) = 0;
  /// Between the declarations of a body and its first label.
  virtual void body_head(std::string& out, const Function& function) = 0;
  /// Between the labels of an instruction and the instruction.
  virtual void before(std::string& out, const Function& function, std::size_t instruction) = 0;
};

[[nodiscard]] std::string print_module(const Module& module, Insertion* insertion);

}  // namespace forewarp::ptx::detail
