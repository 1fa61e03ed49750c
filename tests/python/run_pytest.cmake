# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
execute_process(COMMAND ${PYTHON} -c "import pytest" RESULT_VARIABLE status ERROR_QUIET)
if(NOT status EQUAL 0)
  message("pytest is not here")
  return()
endif()
execute_process(COMMAND ${PYTHON} -m pytest -q -p no:cacheprovider ${TEST} COMMAND_ERROR_IS_FATAL ANY)
