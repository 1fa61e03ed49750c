# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
cmake_policy(VERSION 3.25)
# cmake -DFOLDER=docs/cli -DOUTPUT=help_texts.cpp -P embed_texts.cmake: the folder's .md files as C++ string literals.
file(GLOB texts "${FOLDER}/*.md")
list(SORT texts)
set(body "#include \"help_texts.hpp\"\n\nnamespace forewarp::tool {\n\nstd::string_view help_text([[maybe_unused]] std::string_view command) {\n")
foreach(text IN LISTS texts)
  get_filename_component(name "${text}" NAME_WE)
  file(READ "${text}" content)
  string(APPEND body "  if (command == \"${name}\") return R\"__text__(${content})__text__\";\n")
endforeach()
string(APPEND body "  return {};\n}\n\n}  // namespace forewarp::tool\n")
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "@body@" @ONLY)
