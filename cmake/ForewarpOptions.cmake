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

find_program(FOREWARP_CCACHE ccache)
if(FOREWARP_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${FOREWARP_CCACHE}")
endif()
if(FOREWARP_TIDY)
  find_program(FOREWARP_CLANG_TIDY clang-tidy REQUIRED)
  set(CMAKE_CXX_CLANG_TIDY "${FOREWARP_CLANG_TIDY};--warnings-as-errors=*")
endif()
