# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# The modules of d3 that the chart engine uses, from Debian's node-d3 packages: FOREWARP_D3 is the folder that has the
# folders d3-array, d3-scale ... (another one, as of npm, serves too).
set(FOREWARP_D3 /usr/share/nodejs CACHE PATH "Folder with the modules of d3 5: d3-array, d3-scale ...")

# forewarp_d3_modules(FOLDER LICENSE): writes drawing.js (what needs no document, ECMAScript 5) and pages.js into FOLDER.
function(forewarp_d3_modules folder license)
  file(READ "${license}" notice)
  # d3-array 3 is of ECMAScript 6 as a whole; the functions that d3-scale calls are not, but for exports and "let".
  set(drawing "/* ${notice}*/\n!function(d3){\"use strict\";\n")
  foreach(part ticks range)
    forewarp_d3_read(text "d3-array/src/${part}.js")
    string(REPLACE "export default function" "function" text "${text}")
    string(REPLACE "export function" "function" text "${text}")
    string(REPLACE " let " " var " text "${text}")
    string(APPEND drawing "${text}")
  endforeach()
  string(APPEND drawing "d3.ticks=ticks;d3.tickIncrement=tickIncrement;d3.tickStep=tickStep;d3.range=range"
         "}(globalThis.d3=globalThis.d3||{});\n")
  foreach(module collection color format interpolate path scale shape)
    forewarp_d3_read(text "d3-${module}/dist/d3-${module}.min.js")
    string(APPEND drawing "${text}\n")
  endforeach()
  foreach(module selection dispatch timer ease transition drag zoom brush)
    forewarp_d3_read(text "d3-${module}/dist/d3-${module}.min.js")
    string(APPEND pages "${text}\n")
  endforeach()
  file(CONFIGURE OUTPUT "${folder}/drawing.js" CONTENT "@drawing@" @ONLY)
  file(CONFIGURE OUTPUT "${folder}/pages.js" CONTENT "@pages@" @ONLY)
endfunction()

macro(forewarp_d3_read variable file)
  if(NOT EXISTS "${FOREWARP_D3}/${file}")
    message(FATAL_ERROR "${FOREWARP_D3}/${file} is missing: install Debian's node-d3-brush, node-d3-scale, node-d3-shape and "
                        "node-d3-zoom, or say -DFOREWARP_D3=FOLDER, where d3 5 is (npm: node_modules)")
  endif()
  file(READ "${FOREWARP_D3}/${file}" ${variable})
endmacro()
