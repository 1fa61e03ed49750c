// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "bindings.hpp"
#include "forewarp/query/held_kernel.hpp"
#include "to_python.hpp"
#include "work.hpp"

namespace forewarp::python {
namespace nb = nanobind;
namespace {

using query::HeldKernel;
using Texts = std::vector<std::string>;
using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// The lists and texts of the request, by their names; what a keyword does not name stays.
void set_request(HeldKernel& held, const nb::kwargs& given) {
  kernel::Request& request = held.change().request;
  const std::pair<const char*, Texts*> lists[] = {
      {"defines", &request.defines},     {"includes", &request.includes},   {"set", &request.set},
      {"arguments", &request.arguments}, {"constants", &request.constants}, {"compiler_flags", &request.compiler_flags},
      {"sources", &request.sources}};
  const std::pair<const char*, std::string*> texts[] = {
      {"grid", &request.grid}, {"block", &request.block}, {"shared", &request.shared}};
  for (const auto& [name, list] : lists)
    if (given.contains(name)) *list = nb::cast<Texts>(given[name]);
  for (const auto& [name, text] : texts)
    if (given.contains(name)) *text = nb::cast<std::string>(given[name]);
}

/// What the questions take beside the devices.
struct Conditions {
  std::string caches, model;
  double clock_mhz = 0;
  bool ncu = false, graph = false;
};

query::PredictOptions predict_options(const Texts& devices, const Conditions& c) {
  return {.devices = devices,
          .caches = c.ncu ? "cold" : c.caches,
          .model = c.model,
          .conditions = {.clock_hz = c.clock_mhz * 1e6, .as_ncu = c.ncu, .in_graph = c.graph}};
}

/// What is ranked: dimensions as texts, or the name of a file, and how.
struct Space {
  Texts vary;
  Texts constraints;
  std::string file, configurations_file, measured_column;
  unsigned workers = 0;
  bool always_several = false;
};

query::RankQuery rank_query(const HeldKernel& held, const Texts& devices, const Space& space, const Conditions& c) {
  query::RankQuery query = held.rank_query(devices);
  query.vary = space.vary;
  query.space_file = space.file;
  query.configurations_file = space.configurations_file;
  query.measured_column = space.measured_column;
  query.always_several = space.always_several;
  query.constraints = space.constraints;
  query.caches = c.caches;
  if (!c.model.empty()) query.model = c.model;
  query.threads = space.workers;
  return query;
}

template <typename Ask>
nb::object answered(Ask ask) {
  return to_python(unlocked(ask));
}

void bind_questions(nb::class_<HeldKernel>& kernel) {
  kernel
      .def("predict",
           [](HeldKernel& held, const Texts& devices, const Conditions& c) {
             return answered([&](Progress* p) { return held.predict(predict_options(devices, c), p); });
           })
      .def("predict_rows",
           [](HeldKernel& held, const Texts& devices, const Conditions& c) {
             return answered([&](Progress* p) { return held.predict_rows(predict_options(devices, c), p); });
           })
      .def("predict_page",
           [](HeldKernel& held, const Texts& devices, const Conditions& c) {
             return unlocked([&](Progress* p) { return held.predict_page(predict_options(devices, c), p); });
           })
      .def("profile", [](HeldKernel& held) { return answered([&](Progress* p) { return held.profile(p); }); })
      .def("profile_page", [](HeldKernel& held) { return unlocked([&](Progress* p) { return held.profile_page(p); }); })
      .def("advise",
           [](HeldKernel& held, const Texts& devices, const Conditions& c) {
             return answered([&](Progress* p) { return held.advise({.devices = devices, .caches = c.caches}, p); });
           })
      .def(
          "advise_page",
          [](HeldKernel& held, const Texts& devices, const Conditions& c) {
            return unlocked([&](Progress* p) { return held.advise_page({.devices = devices, .caches = c.caches}, p); });
          })
      .def("rank",
           [](HeldKernel& held, const Texts& devices, const Space& space, const Conditions& c) {
             return answered([&](Progress* p) { return held.rank(rank_query(held, devices, space, c), p); });
           })
      .def("rank_page",
           [](HeldKernel& held, const Texts& devices, const Space& space, const Conditions& c) {
             return unlocked([&](Progress* p) { return held.rank_page(rank_query(held, devices, space, c), p); });
           })
      .def("count", [](HeldKernel& held, const Texts& at,
                       bool fill) { return answered([&](Progress* p) { return held.count(at, fill, p); }); })
      .def("list", [](HeldKernel& held) { return answered([&](Progress*) { return held.list(); }); })
      .def("argument_names", &HeldKernel::argument_names)
      .def("check_argument_names", &HeldKernel::check_argument_names)
      .def("ptx", [](HeldKernel& held) { return unlocked([&](Progress* p) { return held.ptx(p); }); });
}

}  // namespace

void bind_kernel(nb::module_& module) {
  nb::class_<Conditions>(module, "Conditions")
      .def("__init__",
           [](Conditions* made, std::string caches, std::string model, double clock_mhz, bool ncu, bool graph) {
             new (made) Conditions{std::move(caches), std::move(model), clock_mhz, ncu, graph};
           });
  nb::class_<Space>(module, "Space")
      .def("__init__", [](Space* made, Texts vary, Texts constraints, std::string file, std::string configurations_file,
                          std::string measured_column, unsigned workers, bool always_several) {
        new (made) Space{std::move(vary),
                         std::move(constraints),
                         std::move(file),
                         std::move(configurations_file),
                         std::move(measured_column),
                         workers,
                         always_several};
      });
  nb::class_<HeldKernel> kernel(module, "Kernel");
  kernel.def(nb::init<std::string>())
      .def_static("from_ptx",
                  [](const std::string& text, const std::string& name) { return HeldKernel::from_ptx(text, name); })
      .def_static("from_source",
                  [](const std::string& text, const std::string& name) { return HeldKernel::from_source(text, name); })
      .def("copy", &HeldKernel::copy)
      .def("set_request", &set_request)
      .def("set_option",
           [](HeldKernel& held, const std::string& name, const std::string& value) { held.set_option(name, value); })
      .def("contents_text", [](HeldKernel& held, const std::string& name, const std::string& element,
                               std::uint64_t count, const Bytes& bytes) {
        const std::span data(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size());
        const nb::gil_scoped_release released;
        return held.contents_text(name, element, count, data);
      });
  bind_questions(kernel);
  module.def("struct_text", [](const nb::bytes& bytes) {
    return query::struct_text({static_cast<const std::byte*>(bytes.data()), bytes.size()});
  });
  module.def("real_text", &query::real_text);
}

}  // namespace forewarp::python
