# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# forewarp_for_instruction_set(GROUP ISA SOURCES ... [OPTIONS ...]): the sources inside the library, compiled for one instruction
# set, into a namespace of their own by the macro FOREWARP_GROUP_ISA. The same bits come out for each: loops must vectorise; rows
# are read as one type here and another there; nobody looks at errno or at exception flags.
function(forewarp_for_instruction_set group isa)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;OPTIONS")
  string(TOUPPER "${group}" prefix)
  add_library(forewarp_${group}_${isa} OBJECT ${arg_SOURCES})
  target_link_libraries(forewarp_${group}_${isa} PRIVATE forewarp_options)
  target_include_directories(forewarp_${group}_${isa} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(forewarp_${group}_${isa} PRIVATE FOREWARP_${prefix}_ISA=${isa})
  target_compile_options(forewarp_${group}_${isa} PRIVATE -O3 -fno-strict-aliasing -fno-math-errno -fno-trapping-math
                                                          -ffp-contract=off ${arg_OPTIONS})
  target_sources(forewarp PRIVATE $<TARGET_OBJECTS:forewarp_${group}_${isa}>)
endfunction()
