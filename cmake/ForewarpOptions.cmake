# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# Compile options that every target of ours takes, as one interface target: forewarp_options.
option(FOREWARP_WERROR "Warnings are errors" OFF)
option(FOREWARP_TIDY "Run clang-tidy while compiling" OFF)
set(FOREWARP_SANITIZE "" CACHE STRING "Value for -fsanitize=, empty for none")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
set(CMAKE_CXX_FLAGS_RELEASE "-O2") # keeps assertions: our bugs must be loud

add_library(forewarp_options INTERFACE)
target_compile_features(forewarp_options INTERFACE cxx_std_20)
target_compile_options(forewarp_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                                                  -Wnon-virtual-dtor -ffp-contract=off)
# The tool takes of a batch only the functions that it calls.
target_compile_options(forewarp_options INTERFACE -ffunction-sections -fdata-sections)
target_link_options(forewarp_options INTERFACE -Wl,--gc-sections)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT FOREWARP_TIDY) # clang-tidy, which reads these options, too, does not know it
  # GCC collects its garbage first at half a gigabyte, which few files reach: a tenth of its time.
  add_compile_options(--param=ggc-min-heapsize=524288)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # libstdc++ 12's own stable_sort uses what it has deprecated itself.
  target_compile_options(forewarp_options INTERFACE -Wno-deprecated-declarations)
endif()
if(FOREWARP_WERROR)
  target_compile_options(forewarp_options INTERFACE -Werror)
endif()
if(FOREWARP_SANITIZE)
  target_compile_options(forewarp_options INTERFACE -fsanitize=${FOREWARP_SANITIZE} -fno-sanitize-recover=all
                                                    -fno-omit-frame-pointer -D_GLIBCXX_ASSERTIONS)
  target_link_options(forewarp_options INTERFACE -fsanitize=${FOREWARP_SANITIZE})
endif()
if(FOREWARP_FUZZERS)
  target_compile_options(forewarp_options INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(forewarp_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# What most files read, precompiled where a target has many of them: a third of the library's compilation, half of a test's.
# The presets dev and tidy (./dev lint) compile each file by itself, and tidy goes without: a file that forgets an include does
# not go unnoticed.
option(FOREWARP_PRECOMPILE "Precompile the standard library's headers and fmt's" ON)
if(NOT FOREWARP_PRECOMPILE)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()
set(FOREWARP_PRECOMPILED
    <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <optional> <set> <span> <string>
    <string_view> <variant> <vector> <fmt/format.h> <fmt/ranges.h> <nlohmann/json_fwd.hpp>)

# Code that runs once per command (options, pages, tables of the papers) is compiled for size: a fifth of the time to compile
# it and a third of its bytes.
function(forewarp_for_size target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Os>)
endfunction()
find_program(FOREWARP_CCACHE ccache)
if(FOREWARP_CCACHE)
  # ccache keeps what read a precompiled header only where it may go by that header's content.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros "${FOREWARP_CCACHE}")
  add_compile_options($<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${FOREWARP_PRECOMPILE}>>:-fpch-preprocess>)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND FOREWARP_PRECOMPILE)
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()
if(FOREWARP_TIDY)
  # Version 14 takes requirements ("{ x } -> C") for badly named types. Clang warns about what libstdc++ 12's stable_sort
  # uses, as above.
  find_program(FOREWARP_CLANG_TIDY NAMES clang-tidy-19 REQUIRED)
  set(CMAKE_CXX_CLANG_TIDY
      "${FOREWARP_CLANG_TIDY};--warnings-as-errors=*;--quiet;--extra-arg=-Wno-deprecated-declarations")
endif()
