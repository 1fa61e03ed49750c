# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# Installs PACKAGES into a virtual environment in SCRATCH and runs SCRIPT with it on an A100 that is not there. The script
# checks its results and prints PASS; each of at least KERNELS kernels must have a predicted time.
if(NOT DEFINED ENV{FOREWARP_LONG_TESTS})
  message("FOREWARP_LONG_TESTS is not set")
  return()
endif()
file(REMOVE_RECURSE "${SCRATCH}")
execute_process(COMMAND python3 -m venv "${SCRATCH}/env" RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
if(NOT status EQUAL 0)
  message("no python3 with venv is here")
  return()
endif()
execute_process(COMMAND "${SCRATCH}/env/bin/pip" install --quiet --disable-pip-version-check ${PACKAGES}
                COMMAND_ERROR_IS_FATAL ANY)
set(libraries "$ENV{LD_LIBRARY_PATH}")
if(PACKAGES MATCHES "cupy")
  file(GLOB folders "${SCRATCH}/env/lib/python3*/site-packages/nvidia/*/lib")
  list(JOIN folders ":" libraries)
  file(GLOB toolkit "${SCRATCH}/env/lib/python3*/site-packages/nvidia/cuda_runtime")
  set(ENV{CUDA_PATH} "${toolkit}")
  set(ENV{CUPY_CACHE_DIR} "${SCRATCH}/cupy")
endif()
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env "LD_LIBRARY_PATH=${libraries}" DEV=CUDA:PTX "CACHEDB=${SCRATCH}/tinygrad.db" "TRITON_CACHE_DIR=${SCRATCH}/triton"
          TRITON_DEFAULT_FP_FUSION=1 "${TOOL}" exec --device A100 --json -- "${SCRATCH}/env/bin/python" "${SCRIPT}"
  RESULT_VARIABLE status
  OUTPUT_VARIABLE json
  ERROR_VARIABLE printed)
if(NOT status EQUAL 0 OR NOT printed MATCHES "PASS")
  message(FATAL_ERROR "exit status ${status}\n${printed}\n${json}")
endif()
string(JSON count LENGTH "${json}" devices 0 kernels)
if(count LESS KERNELS)
  message(FATAL_ERROR "${count} kernels, fewer than ${KERNELS}\n${json}")
endif()
math(EXPR last "${count} - 1")
foreach(i RANGE ${last})
  string(JSON name GET "${json}" devices 0 kernels ${i} kernel)
  string(JSON seconds GET "${json}" devices 0 kernels ${i} total_s)
  if(NOT seconds GREATER 0)
    message(FATAL_ERROR "${name} has no predicted time")
  endif()
  message("${name}: ${seconds} s")
endforeach()
