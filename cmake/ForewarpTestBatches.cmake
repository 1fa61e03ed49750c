# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# forewarp_test_batches(target file ...): with FOREWARP_UNITY, the files of a test are compiled in batches, each of which reads
# the headers once. Tests have short names for their helpers, the same ones in many files. So a file joins the first batch that
# has none of its names, and nobody has to keep the names of a folder apart.
#
# The names of a file are those that it declares outside of functions, where clang-format begins a line in the first column.
# What stands before the first of ( { = ; ends with the name: "std::string refusal(int code) {" declares `refusal`. Files may
# share the names of using-declarations, but none may declare what another uses. A file that is understood otherwise beside
# another in spite of this (a helper hides what the other takes from the library) sets SKIP_UNITY_BUILD_INCLUSION.
set(FOREWARP_TEST_BATCH 8)

function(forewarp_declared_names file declared used)
  file(READ "${file}" text)
  string(REGEX REPLACE "[][\\;]" "=" text "${text}")
  string(REGEX MATCHALL "\n[A-Za-z][^\n({=.%\"]*[({=]" starts "${text}")
  set(own "")
  set(taken "")
  string(REGEX MATCHALL "\nconst[^\n]*, [A-Za-z_0-9]+ = [^\n]*" lists "${text}") # constexpr int a = 1, b = 2
  string(REGEX MATCHALL ", [A-Za-z_0-9]+ = " further "${lists}")
  string(REGEX REPLACE "[, =]" "" further "${further}")
  list(APPEND own ${further})
  foreach(start IN LISTS starts)
    if(start MATCHES "^\n(struct|class|enum class|enum) ([A-Za-z_0-9]+)")
      list(APPEND own ${CMAKE_MATCH_2})
    elseif(start MATCHES "^\nusing [a-z:_]*::([A-Za-z_0-9]+)=$")
      list(APPEND taken ${CMAKE_MATCH_1})
    elseif(NOT start MATCHES "^\n(namespace|template|using namespace)" AND start MATCHES "[ &*]([A-Za-z_0-9]+) *.$")
      list(APPEND own ${CMAKE_MATCH_1})
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

function(forewarp_test_batches target)
  if(NOT FOREWARP_UNITY)
    return()
  endif()
  set(batches 0)
  list(FILTER ARGN INCLUDE REGEX "_test.cpp$")
  foreach(file IN LISTS ARGN)
    get_source_file_property(is_alone "${file}" SKIP_UNITY_BUILD_INCLUSION)
    if(is_alone)
      continue()
    endif()
    # A changed file may declare another name.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    forewarp_declared_names("${CMAKE_CURRENT_SOURCE_DIR}/${file}" declared used)
    set(batch 0)
    while(batch LESS batches)
      forewarp_are_new("${declared_${batch}}${used_${batch}}" first ${declared})
      forewarp_are_new("${declared_${batch}}" second ${used})
      if(first AND second AND size_${batch} LESS FOREWARP_TEST_BATCH)
        break()
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
    set_source_files_properties("${file}" PROPERTIES UNITY_GROUP ${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
