// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "forewarp/frontend/fatbin/kernel_table.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/frontend/source/listing.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::kernel {

Listing list_kernels(const Request& request) {
  const launch::Description description = describe(request).description;
  Listing listing;
  if (fatbin::is_binary_file(description.source)) {
    for (const fatbin::TableKernel& kernel : fatbin::kernel_table(fatbin::read_device_code(description.source)).kernels)
      listing.kernels.push_back(fatbin::signature(kernel));
    return listing;
  }
  const std::string text = read_file(description.source);
  if (description.source.extension() == ".ptx") {
    for (const std::string& entry : source::entries_of(text))
      listing.kernels.push_back(source::kernel_signature(entry));
    return listing;
  }
  const source::SourceListing found = source::list_source(text);
  for (const source::SourceKernel& k : found.kernels) {
    const std::string prefix = k.is_template() ? fmt::format("template <{}> ", k.template_parameters) : "";
    listing.kernels.push_back(fmt::format("{}{}({})   line {}", prefix, k.name, k.parameters, k.line));
  }
  for (const source::SourceLaunch& l : found.launches)
    listing.launches.push_back(fmt::format("{}<<<{}>>>({})   line {}", l.kernel, l.configuration, l.arguments, l.line));
  return listing;
}

}  // namespace forewarp::kernel
