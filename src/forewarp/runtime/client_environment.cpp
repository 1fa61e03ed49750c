// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/client_environment.hpp"

#include <cstdlib>

namespace forewarp::runtime {

std::vector<std::pair<std::string, std::string>> client_environment(const std::filesystem::path& folder) {
  std::vector<std::pair<std::string, std::string>> out;
  const auto set = [&](const char* name, const std::string& value) {
    if (!std::getenv(name)) out.emplace_back(name, value);
  };
  const std::string ptxas = (folder / "ptxas").string();
  set("TRITON_PTXAS_PATH", ptxas);
  set("TRITON_PTXAS_BLACKWELL_PATH", ptxas);
  set("TRITON_LIBCUDA_PATH", folder.string());
  set("CUPY_COMPILE_WITH_PTX", "1");
  return out;
}

}  // namespace forewarp::runtime
