// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The kernels that forewarp ships, and folders of the user's own that look the same: kernels/<name>/ with launch.toml,
/// a source, and beside it PTX compiled ahead, so that a bundled kernel needs no compiler.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/launch/description.hpp"

namespace forewarp::launch {

/// Names of the bundled kernels, sorted.
[[nodiscard]] std::vector<std::string> corpus_names();

/// The folder for what a user wrote: a folder with a launch.toml (or that file, or a kernel.cu or kernel.cl beside it),
/// else the bundled kernel of that name ("matmul_tiled", "kernels/matmul_tiled"). Empty when it is neither.
[[nodiscard]] std::optional<std::filesystem::path> find_kernel_folder(std::string_view name_or_path);

/// The description in that folder; its source is the kernel.cl where that was named. Throws InputError naming the
/// nearest bundled kernels when there is no such folder.
[[nodiscard]] Description load_kernel(std::string_view name_or_path);

/// The launch.toml beside a source file, where its source is that file, or the one that this PTX is made of by its name
/// (kernel.cu -> kernel.ptx); the file is its source then. Empty where there is none.
[[nodiscard]] std::optional<Description> description_beside(const std::filesystem::path& source);

/// Throws InputError where a define is not at its default, which is what a PTX file was compiled for.
void check_compiled_for(const Description& description, const Overrides& overrides);

struct ShippedPtx {
  std::filesystem::path file;
  std::string text;
  std::uint32_t registers = 0;  ///< a thread, as ptxas said when the PTX was made; 0 where nobody asked it
};

/// The PTX beside the description's source (kernel.cu -> kernel.ptx; kernel.cl -> kernel_cl.ptx), when every define has
/// its default value and the source is the one it was compiled from (its first line records the digest). Otherwise
/// nothing: compile.
[[nodiscard]] std::optional<ShippedPtx> shipped_ptx(const Description& description, const Overrides& overrides = {});

/// First line of a shipped PTX file for this source text, with its newline.
[[nodiscard]] std::string shipped_ptx_header(std::string_view source_text);
/// Second line, where ptxas was asked: the registers of its one kernel.
[[nodiscard]] std::string shipped_registers_line(std::uint32_t registers);
/// What that line says in a text that begins as a shipped one; else 0.
[[nodiscard]] std::uint32_t shipped_registers(std::string_view ptx);

}  // namespace forewarp::launch
