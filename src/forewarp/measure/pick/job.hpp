// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Loop programs as jobs that a device measures (run/jobs.hpp).
#include <cstdint>
#include <map>
#include <string>

#include "forewarp/measure/run/jobs.hpp"
#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::pick {

/// The program as OpenCL C or CUDA C++ with the launch that these sizes need. Arrays of floats hold numbers between 0.5
/// and 1.5, arrays of whole numbers ones that every array has an element for; numbers that the caller would give are 0
/// when whole and 0.25 otherwise. Throws what generating does, and InputError where a size is missing, contradicts what
/// the program assumes, or makes an array of nothing.
[[nodiscard]] run::Job job_of(const loop::Program& program, const std::map<std::string, std::int64_t>& sizes,
                              run::Language language, std::string id);

/// The same launch for the emulator; its entry is the program's name.
[[nodiscard]] launch::Launch launch_of(const loop::Program& program, const std::map<std::string, std::int64_t>& sizes);

}  // namespace forewarp::pick
