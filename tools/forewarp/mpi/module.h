// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the tool asks of Open MPI, so that nobody needs Open MPI to build or run the tool. 0 is success.
#include <cstddef>

struct ForewarpMpi {
  int (*start)(std::size_t* rank, std::size_t* size);
  int (*sum)(double* values, std::size_t count);  ///< adds the values of all, place by place, for all
  int (*stop)();
};

extern "C" const ForewarpMpi* forewarp_mpi();
