// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// cuLink*: PTX modules become one (frontend/ptx/link.hpp), written as a fat binary.
#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "forewarp/frontend/fatbin/fat_binary.hpp"
#include "forewarp/frontend/ptx/link.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/runtime/driver/library.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::driver {

struct Linker {
  std::vector<std::string> inputs;
  std::string linked;
  std::unique_ptr<JitLogs> logs;
};

namespace {

enum class Input : int { cubin = 0, ptx = 1, fat_binary = 2, object = 3, library = 4, nvvm = 5 };

/// PTX of what a client adds.
std::string ptx_of(Session& session, Input kind, std::string_view bytes, const std::string& name) {
  if (fatbin::container_bytes(bytes) > 0) {
    const std::vector<fatbin::Entry> entries = fatbin::read(bytes);
    const fatbin::Entry* best = nullptr;
    for (const fatbin::Entry& e : entries)
      if (e.kind == fatbin::Entry::Kind::ptx && !e.compressed() &&
          e.capability <= session.device().compute_capability && (!best || e.capability > best->capability))
        best = &e;
    if (best) return best->payload;
  }
  if (kind == Input::ptx) return std::string(bytes.substr(0, bytes.find('\0')));
  throw DriverError(Result::no_binary_for_gpu,
                    fmt::format("{}: only PTX can be linked, not machine code, archives or LTO-IR", name));
}

/// One module as it is: its text keeps its lines.
std::string linked(const std::vector<std::string>& inputs) {
  std::vector<ptx::Module> modules;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    modules.push_back(ptx::parse(inputs[i], fmt::format("linker input {}", i)));
  return inputs.size() == 1 ? inputs.front() : ptx::linked(modules);
}

template <typename Body>
Result in_linker(const char* name, Linker* linker, Body body) {
  return call(name, [&](Session& session) {
    checked(state().linkers, linker, "linker");
    try {
      body(session);
    } catch (const Error& e) {
      linker->logs->write_error(e.what());
      throw;
    }
  });
}

}  // namespace

extern "C" {

Result cuLinkCreate_v2(unsigned count, int* options, void** values, Linker** out) {
  return call("cuLinkCreate", [&](Session&) {
    require(out);
    auto made = std::make_unique<Linker>();
    made->logs = std::make_unique<JitLogs>(count, options, values);
    state().linkers.insert(made.get());
    *out = made.release();
  });
}
Result cuLinkAddData_v2(Linker* linker, int kind, void* data, std::size_t bytes, const char* name, unsigned, int*,
                        void**) {
  return in_linker("cuLinkAddData", linker, [&](Session& session) {
    linker->inputs.push_back(
        ptx_of(session, Input{kind}, {static_cast<const char*>(data), bytes}, name ? name : "linked data"));
  });
}
Result cuLinkAddFile_v2(Linker* linker, int kind, const char* path, unsigned, int*, void**) {
  return in_linker("cuLinkAddFile", linker, [&](Session& session) {
    if (!path || !std::ifstream(path)) throw DriverError(Result::file_not_found, path ? path : "");
    linker->inputs.push_back(ptx_of(session, Input{kind}, read_file(path), path));
  });
}
Result cuLinkComplete(Linker* linker, void** image, std::size_t* bytes) {
  return in_linker("cuLinkComplete", linker, [&](Session& session) {
    if (linker->inputs.empty()) throw DriverError(Result::invalid_value, "nothing to link");
    std::string ptx;
    try {
      ptx = linked(linker->inputs);
    } catch (const InputError& e) {
      throw DriverError(Result::invalid_ptx, e.what());
    }
    linker->linked = fatbin::written(ptx, session.device().compute_capability);
    if (image) *image = linker->linked.data();
    if (bytes) *bytes = linker->linked.size();
  });
}
Result cuLinkDestroy(Linker* linker) {
  return call("cuLinkDestroy", [&](Session&) {
    state().linkers.erase(checked(state().linkers, linker, "linker"));
    delete linker;
  });
}
}

}  // namespace forewarp::driver
