// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// NVIDIA's runtime compiler, loaded by dlopen from nvcc's own toolkit: the same device compiler without a host pass
/// and without a process, some 25 ms a small kernel where nvcc takes 250 ms. It cannot read host code or system
/// headers.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace forewarp::source {

struct NvrtcOutcome {
  bool ok = false;
  std::string ptx = {};
  std::string log = {};
};

class Nvrtc {
 public:
  virtual ~Nvrtc() = default;
  [[nodiscard]] virtual const std::string& version() const = 0;   ///< "nvrtc 13.0"
  [[nodiscard]] virtual const std::string& identity() const = 0;  ///< changes when the library does
  /// Compiles text as if it were the file `name`. `instantiate` are template kernels to make. Safe from many threads.
  [[nodiscard]] virtual NvrtcOutcome compile(const std::string& text, const std::string& name,
                                             const std::vector<std::string>& options,
                                             const std::vector<std::string>& instantiate) const = 0;
};

/// The NVRTC of the toolkit that this nvcc stands in; null where there is none or FOREWARP_NVRTC is "off". Loaded once.
[[nodiscard]] std::shared_ptr<const Nvrtc> find_nvrtc(const std::filesystem::path& nvcc);

/// An NVRTC by the name or path that dlopen takes; null where it is none.
[[nodiscard]] std::shared_ptr<const Nvrtc> load_nvrtc(const std::string& name);

}  // namespace forewarp::source
