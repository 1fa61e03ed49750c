// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The pieces that the printer puts together; each appends to out.
#include <string>

#include "forewarp/frontend/ptx/detail/insertion.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::ptx::detail {

void print_operand(std::string& out, const Function& function, const Operand& operand);
void print_instruction(std::string& out, const Function& function, const Instruction& instruction);
/// ".global .align 8 .b8 name[16] = {1, 2}" without the semicolon.
void print_variable(std::string& out, const Variable& variable);
/// "(.param .b32 a, .param .b64 b)".
void print_parameters(std::string& out, const std::vector<Variable>& parameters);
/// ".maxntid 256, 1, 1".
void print_directive(std::string& out, const Directive& directive);
/// Registers, variables, tables, instructions, labels: everything between the braces.
void print_body(std::string& out, const Function& function, Insertion* insertion);

}  // namespace forewarp::ptx::detail
