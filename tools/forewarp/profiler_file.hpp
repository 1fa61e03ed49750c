// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// --counters FILE of advise and predict: a profiler's export, plain or .gz, and a choice among its kernels.
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

#include "command.hpp"
#include "forewarp/model/counters/import.hpp"

namespace forewarp::tool {

/// Throws InputError for a file that is no profiler's.
[[nodiscard]] counters::Imported read_profiler_file(const std::string& file);

/// The kernels of the file that `name` means, as the profiler writes them: the one of exactly this name, else all of
/// this bare name ("saxpy" of "void saxpy<float>(int, float*)"); all for an empty name. Throws InputError naming some
/// of the file's kernels where there is none.
[[nodiscard]] std::set<std::string> kernels_called(const std::string& name, const table::Table::Texts& kernels,
                                                   const std::string& file);

/// Counters come with a launch that has been: what describes a kernel does not go with them. Throws InputError for an
/// option that was given and is neither --counters nor `allowed`.
void refuse_beside_counters(const Command& command, std::initializer_list<std::string_view> allowed);

}  // namespace forewarp::tool
