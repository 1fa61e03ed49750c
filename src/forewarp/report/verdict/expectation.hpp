// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a user expects of a program's times, in the notation of forewarp's other expressions:
///
///     expectation = comparison { and comparison }
///     comparison  = sum (< | <= | > | >= | == | !=) sum          with + - * / and parentheses
///     value       = number [unit] | quantity
///     unit        = ns us ms s | B kB MB GB KiB MiB GiB | %
///     quantity    = KERNEL[.total .mean .min .max .launches .share]
///                 | kernels | copies[.bytes .number] | fills[.bytes .number] | total | busy | program
///
/// KERNEL alone is the time of its longest launch where it must be below something and of its shortest one where it
/// must be above. KERNEL is a name or, between quotes, a pattern: "reduce*". Of several kernels that it means, launches
/// and totals are added up. A time compared with a percentage is compared with that part of `total`.
#include <string>
#include <vector>

#include "forewarp/report/verdict/program_measures.hpp"
#include "forewarp/report/verdict/verdict.hpp"
#include "forewarp/support/expression/tree.hpp"

namespace forewarp::report {

/// Throws ParseError for text that is no expectation, and for units that cannot be compared.
[[nodiscard]] expression::Tree parse_expectation(const std::string& text);

/// A kernel that the program did not launch fails the expectation; the message names those it did.
[[nodiscard]] Verdict judge(const expression::Tree& expectation, const ProgramMeasures& measures);

}  // namespace forewarp::report
