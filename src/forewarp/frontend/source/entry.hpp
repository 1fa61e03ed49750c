// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Kernels by the name a person uses: PTX has mangled names, people write reduce<float, 256>.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::source {

/// "void reduce<float, 256>(float const*, float*, int)" of "_Z6reduceIfLi256EEvPKfPfi"; a name that is not mangled is
/// returned as it is.
[[nodiscard]] std::string demangled(std::string_view mangled);

/// demangled() without the return type: the form in which kernels are listed.
[[nodiscard]] std::string kernel_signature(std::string_view mangled);

/// "blur" of "_ZN3img4blurIfEEvPKfPfii": without namespaces, template arguments and parameters.
[[nodiscard]] std::string bare_name(std::string_view mangled);

/// The .entry names of PTX text in order, found without parsing it.
[[nodiscard]] std::vector<std::string> entries_of(std::string_view ptx);

/// The entry that a user's name means, or nothing. Tried in this order, blanks and integer suffixes (256u) ignored: the
/// mangled name; the signature with or without return type; the name with template arguments; the qualified name; the
/// base name. An empty name means the only entry. Throws InputError listing the entries when several fit.
[[nodiscard]] std::optional<std::string> try_find_entry(std::span<const std::string> entries, std::string_view name);

/// Whether the name is a template with its arguments, "f<int, (Mode)1>", and no whole signature.
[[nodiscard]] bool names_an_instance(std::string_view name);

/// try_find_entry; throws InputError listing the entries where it finds nothing.
[[nodiscard]] std::string find_entry(std::span<const std::string> entries, std::string_view name);

}  // namespace forewarp::source
