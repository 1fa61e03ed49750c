// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the tool asks of Open MPI, in a library of its own, so that the tool builds and runs without Open MPI: one
/// broadcast, over which the first process says where it listens. Everything else goes over the tool's own connections,
/// because MPI 4.1 does not report the loss of a process.
#include <cstddef>

/// Fills text in all processes with that of the process of rank 0, and is done with MPI. 0 is success.
extern "C" int forewarp_mpi_broadcast(char* text, std::size_t size);
