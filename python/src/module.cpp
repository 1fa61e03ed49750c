// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings.hpp"

NB_MODULE(_forewarp, module) {
  module.doc() = "The library of forewarp. Use the package forewarp, which checks arguments and names results.";
  module.attr("__version__") = FOREWARP_VERSION;
  forewarp::python::bind_errors(module);
  forewarp::python::bind_kernel(module);
  forewarp::python::bind_devices(module);
  forewarp::python::bind_programs(module);
  forewarp::python::bind_learners(module);
}
