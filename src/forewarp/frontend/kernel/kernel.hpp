// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From what the user holds to something that can be run: source found and compiled, PTX parsed, entry chosen, launch
/// made and checked.
#include <memory>
#include <string>
#include <vector>

#include "forewarp/frontend/kernel/request.hpp"
#include "forewarp/frontend/launch/description.hpp"
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"
#include "forewarp/frontend/source/compiler.hpp"

namespace forewarp::kernel {

/// PTX with where it came from.
struct Code {
  std::string ptx;
  std::string file;  ///< for messages: the .ptx file, or the source that was compiled
  std::string
      compiler;      ///< "nvcc 13.0", "clang 19.1.7", "none" for a .ptx file, "shipped" for PTX beside a bundled kernel
  std::string arch;  ///< "sm_80"
  std::vector<std::string> notes;
  std::uint32_t registers = 0;  ///< a thread, where it was recorded when the PTX was made; 0: unknown
  std::string entry;            ///< the PTX name of the template's instance that was asked for; empty: not decided yet
};

struct Kernel {
  std::shared_ptr<const ptx::Module> module;
  Code code;
  launch::Description description;
  launch::Launch launch;
  std::vector<std::string> notes;  ///< of the compiler and of the launch (guessed arguments)
  /// How its source is compiled, for other machines; nothing where there is no source, or it is not alone.
  std::optional<source::CompileOptions> source_options = {};
};

/// The description that the request is about, and what the request overrides in it.
struct Described {
  launch::Description description;
  launch::Overrides overrides;
  std::vector<std::string> extra_defines;  ///< -D values that the description does not know
};

/// Reads launch.toml where there is one and the request's texts. Throws InputError, ParseError.
[[nodiscard]] Described describe(const Request& request);
/// Compiles, or takes the PTX at hand. Throws InputError with the compiler's text, Unavailable without a compiler.
[[nodiscard]] Code code_of(const Request& request, const Described& described, source::Compiler& compiler);
/// All of it. Throws what these, the parser and the launch check throw. Many threads may share a compiler; what it has
/// compiled once it does not compile again.
[[nodiscard]] Kernel load(const Request& request, source::Compiler& compiler);
/// With a compiler of its own. progress is told while that runs, and may stop it: Interrupted.
[[nodiscard]] Kernel load(const Request& request, Progress* progress = nullptr);
/// The kernels of a file and the launches it makes, each with its line where that is known:
/// "reduce<float, 256>(float const*, float*, int)" of PTX, "template <typename T> reduce(const T* in, ...)   line 29"
/// of a source, which is read as text: no compiler is needed.
struct Listing {
  std::vector<std::string> kernels, launches;
};
[[nodiscard]] Listing list_kernels(const Request& request);

}  // namespace forewarp::kernel
