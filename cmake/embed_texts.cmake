# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
cmake_policy(VERSION 3.25)
# cmake -DPATTERN=docs/cli/*.md -DINCLUDE=help_texts.hpp -DNAMESPACE=forewarp::tool -DFUNCTION=help_text -DKEY=NAME_WE -DOUTPUT=help_texts.cpp
# -P embed_texts.cmake: the files as C++ string literals, told by their names (KEY: NAME_WE without the ending, NAME with it). STRIP leaves
# out the comment of // lines that a file starts with.
file(GLOB texts "${PATTERN}")
list(SORT texts)
# A compiler need not take literals of more than 64 KiB; ours do.
set(body "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n#include \"${INCLUDE}\"\n\nnamespace ${NAMESPACE} {\n\nstd::string_view ${FUNCTION}([[maybe_unused]] std::string_view name) {\n")
foreach(text IN LISTS texts)
  get_filename_component(name "${text}" ${KEY})
  file(READ "${text}" content)
  if(STRIP STREQUAL "STRIP")
    string(REGEX REPLACE "^(//[^\n]*\n)+\n?" "" content "${content}")
  endif()
  string(APPEND body "  if (name == \"${name}\") return R\"__text__(${content})__text__\";\n")
endforeach()
string(APPEND body "  return {};\n}\n\n}  // namespace ${NAMESPACE}\n")
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "@body@" @ONLY)
