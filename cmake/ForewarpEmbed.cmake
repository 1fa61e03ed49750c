# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# forewarp_embed_texts(TARGET FOLDER HEADER NAMESPACE FUNCTION [STRIP]): the files of a folder (or one file) inside the target, as
# std::string_view NAMESPACE::FUNCTION(std::string_view name), which HEADER declares. STRIP leaves out the comment of //
# lines that a file starts with (licence, remarks).
function(forewarp_embed_texts target folder header namespace function)
  cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE pattern)
  if(IS_DIRECTORY "${pattern}")
    string(APPEND pattern "/*")
  endif()
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp")
  set(script "${PROJECT_SOURCE_DIR}/cmake/embed_texts.cmake")
  file(GLOB texts CONFIGURE_DEPENDS "${pattern}")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DPATTERN=${pattern}" -DINCLUDE=${header} -DNAMESPACE=${namespace} -DFUNCTION=${function} -DKEY=NAME
            -DSTRIP=${ARGN} "-DOUTPUT=${output}" -P "${script}"
    DEPENDS ${texts} "${script}"
    COMMENT "Embedding ${folder}")
  add_custom_target(forewarp_${function} DEPENDS "${output}")
  set_source_files_properties("${output}" TARGET_DIRECTORY ${target} PROPERTIES GENERATED TRUE)
  add_dependencies(${target} forewarp_${function})
  target_sources(${target} PRIVATE "${output}")
endfunction()
