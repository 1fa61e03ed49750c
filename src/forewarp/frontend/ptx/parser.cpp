// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/parser.hpp"

#include "forewarp/frontend/ptx/detail/module_parser.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::ptx {

Module parse(std::string text, std::string_view file_name) {
  constexpr std::size_t largest_text = std::size_t{1} << 30;  // line, column and pool indices are 32 bits wide
  if (text.size() > largest_text)
    throw ParseError({.file = std::string(file_name)}, "this PTX text is larger than 1 GiB");
  Module module;
  module.file = file_name;
  module.text = std::make_shared<const std::string>(std::move(text));
  module.names = std::make_shared<std::vector<std::unique_ptr<std::string>>>();
  detail::Context context(module);
  detail::ModuleParser(context).parse();
  return module;
}

}  // namespace forewarp::ptx
