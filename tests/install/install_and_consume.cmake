# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
cmake_policy(VERSION 3.25)
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE "${SCRATCH}")
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix --strip)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${SCRATCH}/build -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix -DCMAKE_CXX_COMPILER=${CXX}
    -DEXAMPLES=${EXAMPLES})
run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
foreach(program ${SCRATCH}/build/consumer ${SCRATCH}/build/predict ${SCRATCH}/build/c_example "${SCRATCH}/prefix/bin/forewarp;predict;saxpy;--device;V100")
  run(${CMAKE_COMMAND} -E env FOREWARP_HOME=${SCRATCH}/prefix/${DATADIR}/forewarp ${program})
endforeach()
