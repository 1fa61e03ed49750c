// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Descriptions in the short form of the command line:
///
///     --set n=1024    --block 16,16    --grid ceil_div(n,16),4
///     --arg x=buffer:f32:n*n:uniform    --arg y=buffer:f32:n:zero:output    --arg n=n    --arg alpha=f32:1.5
///     --arg 'p={n, 2.5, .x=buffer:f32:n, {s16:1, s16:2}}'    --arg q=x+4*n    --arg z=buffer:f32:n:host
///     --arg col=buffer:s32:8*n:csr_columns(n,n,8,varied,7)    --arg p=buffer:s32:n:file(p.bin)
///
/// Fills take their values in brackets, all optional: constant(value), iota(low, step), uniform(low, high, seed),
/// normal(mean, deviation, seed), permutation(seed), csr_offsets and csr_columns(rows, columns, nonzeros, row_lengths,
/// seed), file(path).
#include <filesystem>
#include <string_view>

#include "forewarp/frontend/launch/description.hpp"
#include "forewarp/frontend/launch/shape_text.hpp"  // IWYU pragma: export

namespace forewarp::launch {

/// A fill by name, with its values. Relative file paths start from folder. Throws ParseError.
[[nodiscard]] FillSpec parse_fill(std::string_view text, const std::filesystem::path& folder = {},
                                  const SourceLocation& where = {});
/// name=[type:]value or name=buffer:type:count[:fill][:output]. Throws ParseError.
[[nodiscard]] ArgumentSpec parse_argument(std::string_view text);
/// name=expression of parameters that are already set: "n=2**20". Adds to set. Throws ParseError.
void parse_setting(std::string_view text, Parameters& set);

}  // namespace forewarp::launch
