# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
cmake_policy(VERSION 3.25)
if(NOT DEFINED ENV{FOREWARP_LONG_TESTS})
  message("FOREWARP_LONG_TESTS is not set")
  return()
endif()
execute_process(
  COMMAND
    ${CMAKE_COMMAND} -G Ninja -S ${PROJECT} -B ${BUILD} -DBUILD_SHARED_LIBS=ON -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${CXX}
    -DFOREWARP_WERROR=ON -DFOREWARP_TESTS=OFF -DFOREWARP_BENCHMARKS=OFF -DFOREWARP_EXAMPLES=OFF COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} --parallel 2 COMMAND_ERROR_IS_FATAL ANY)
file(GLOB library "${BUILD}/src/forewarp/libforewarp.so.*")
if(NOT library)
  message(FATAL_ERROR "no shared library was made")
endif()
include("${CMAKE_CURRENT_LIST_DIR}/install_and_consume.cmake")
