# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# forewarp_in_batches(target size): with FOREWARP_UNITY, the files of a target are compiled in batches, each of which reads the
# headers once: a third of the time from scratch. Helpers have short names, the same ones in many files. So a file joins a batch
# that has none of its names, and nobody has to keep the names of a folder apart.
#
# The names of a file are those that it declares outside of functions, where clang-format begins a line in the first column.
# What stands before the first of ( { = ; ends with the name: "std::string refusal(int code) {" declares `refusal`. Functions
# that take different classes first are different: "void run(const TrainOptions& options)" declares `run const TrainOptions`. A
# function may be declared anywhere, and is defined in one place.
# Files may share the names of using-declarations, but none may declare what another uses. A file that is understood otherwise
# beside another in spite of this (a helper hides what the other takes from the library) sets SKIP_UNITY_BUILD_INCLUSION.
#
# What a file makes of the templates of nlohmann/json.hpp takes as long as all else in a batch, so these files are batched first.
#
# What -Wshadow and -Wsubobject-linkage say of a batch is of no use, and GCC 12's -Warray-bounds takes the short text inside of a
# std::string for all of it (GCC bug 105651), depending on what else is in the batch. The presets dev and tidy compile each file
# by itself, with these warnings.
option(FOREWARP_UNITY "Compile the files of large targets in batches" OFF)
target_compile_options(forewarp_options INTERFACE $<$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>:-Wno-shadow>
                                                  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wno-subobject-linkage;-Wno-array-bounds>)

function(forewarp_declared_names file declared used)
  file(READ "${file}" text)
  string(REGEX REPLACE "[][\\;]" "=" text "${text}")
  string(REGEX MATCHALL "\n[A-Za-z][^\n({=.%\"]*[({=][^\n]*" starts "${text}")
  set(own "")
  set(taken "")
  string(REGEX MATCHALL "\nconst[^\n]*, [A-Za-z_0-9]+ = [^\n]*" lists "${text}") # constexpr int a = 1, b = 2
  string(REGEX MATCHALL ", [A-Za-z_0-9]+ = " further "${lists}")
  string(REGEX REPLACE "[, =]" "" further "${further}")
  list(APPEND own ${further})
  foreach(start IN LISTS starts)
    if(start MATCHES "^\n(struct|class|enum class|enum) ([A-Za-z_0-9]+)")
      list(APPEND own ${CMAKE_MATCH_2})
    elseif(start MATCHES "^\n[A-Z_]+[(]([A-Za-z_0-9]+)") # a macro that defines functions for a class
      list(APPEND own "macro ${CMAKE_MATCH_1}")
    elseif(start MATCHES "^\nusing [a-z:_]*::([A-Za-z_0-9]+)=")
      list(APPEND taken ${CMAKE_MATCH_1})
    elseif(start MATCHES "^\n(namespace|template|using namespace)" OR start MATCHES "^[^{=]*[(].*[)]=$")
      continue()
    elseif(start MATCHES "^[^({=]*[ &*]([A-Za-z_0-9]+) *([({=].*)$")
      set(name "${CMAKE_MATCH_1}")
      if(CMAKE_MATCH_2 MATCHES "^[(](const )?([a-z_]+::)*[A-Z][A-Za-z0-9_]*")
        list(APPEND own "${name} ${CMAKE_MATCH_0}")
        list(APPEND taken "${name}")
      else()
        list(APPEND own "${name}")
      endif()
    endif()
  endforeach()
  set(${declared} "${own}" PARENT_SCOPE)
  set(${used} "${taken}" PARENT_SCOPE)
endfunction()

# Whether none of `names` is in the set `known`, which is "|a|b|".
function(forewarp_are_new known result)
  set(${result} ON PARENT_SCOPE)
  foreach(name IN LISTS ARGN)
    string(FIND "${known}" "|${name}|" place)
    if(NOT place EQUAL -1)
      set(${result} OFF PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# Whether what `file` takes from json.hpp is more than its declarations: by its own includes and by the header of its name.
function(forewarp_reads_json file result)
  file(STRINGS "${file}" found REGEX "^#include .*(nlohmann/json|json_value|json_place|page/documents).hpp")
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

function(forewarp_in_batches target size)
  if(FOREWARP_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL forewarp_choose_batches ${target} ${size})") # its folders add files
  endif()
endfunction()

function(forewarp_choose_batches target size)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(first_files "")
  set(other_files "")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source NORMALIZE OUTPUT_VARIABLE file)
    get_source_file_property(is_alone "${source}" SKIP_UNITY_BUILD_INCLUSION)
    get_source_file_property(is_generated "${source}" GENERATED) # is there from the second configuration on
    if(is_alone OR is_generated OR NOT EXISTS "${file}")
      continue()
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}") # changed, it may declare another name
    forewarp_reads_json("${file}" reads_json)
    if(reads_json)
      list(APPEND first_files "${source}")
    else()
      list(APPEND other_files "${source}")
    endif()
  endforeach()
  set(batches 0)
  foreach(source IN LISTS first_files other_files)
    forewarp_declared_names("${source}" declared used)
    set(batch 0)
    while(batch LESS batches)
      if(size_${batch} LESS size)
        forewarp_are_new("${declared_${batch}}${used_${batch}}" first ${declared})
        forewarp_are_new("${declared_${batch}}" second ${used})
        if(first AND second)
          break()
        endif()
      endif()
      math(EXPR batch "${batch} + 1")
    endwhile()
    if(batch EQUAL batches)
      math(EXPR batches "${batches} + 1")
      set(size_${batch} 0)
      set(declared_${batch} "|")
      set(used_${batch} "|")
    endif()
    math(EXPR size_${batch} "${size_${batch}} + 1")
    list(JOIN declared "|" text)
    string(APPEND declared_${batch} "${text}|")
    list(JOIN used "|" text)
    string(APPEND used_${batch} "${text}|")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${batch})
  endforeach()
endfunction()
