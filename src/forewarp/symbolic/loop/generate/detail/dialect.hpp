// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The words in which the targets differ.
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/symbolic/loop/generate/generate.hpp"
#include "forewarp/symbolic/loop/launch.hpp"

namespace forewarp::loop::detail {

/// "float". Throws InputError where the target has no such type.
[[nodiscard]] std::string type_word(Target target, Type type, bool in_memory = false);
/// "1.5f". Throws as type_word.
[[nodiscard]] std::string literal(Target target, double value, Type type);
/// "sinf(x)" with arguments of the call's type.
[[nodiscard]] std::string call_text(Target target, const std::string& function, Type type,
                                    const std::vector<std::string>& arguments);
[[nodiscard]] std::string barrier_text(Target target, bool global_fence);
/// Before the kernel: includes, extensions, lid and gid.
[[nodiscard]] std::string preamble(const Program& program, Target target);
/// "int floor_div(int a, int b) ..." of helpers that the body calls.
[[nodiscard]] std::string helper(Target target, bool remainder);
/// All but the body: "__kernel void name(...)", with the group's size where it is constant.
[[nodiscard]] std::string signature(const Program& program, Target target, const std::string& name,
                                    const std::vector<std::string>& arguments);
/// One argument: "__global float const *restrict a".
[[nodiscard]] std::string argument_text(Target target, const Argument& argument, const std::string& name);
/// Words that no variable can be called.
[[nodiscard]] bool is_reserved(std::string_view name);

}  // namespace forewarp::loop::detail
