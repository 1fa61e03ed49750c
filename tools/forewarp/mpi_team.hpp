// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The run shared by the processes that mpirun started.
#include <memory>

#include "forewarp/learn/validation/team.hpp"

namespace forewarp::tool {

/// nullptr where this process is alone. Open MPI is loaded only under mpirun, from a module beside the tool (or under
/// lib/forewarp, or FOREWARP_MPI_MODULE). Throws Unavailable when mpirun started several processes and there is no
/// module: each of them would do the whole work.
[[nodiscard]] std::unique_ptr<validate::Team> mpi_team();

}  // namespace forewarp::tool
