# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# Our comments are plain text: what Doxygen would take for its commands, links or HTML is escaped. Used by docs/Doxyfile.
{
  at = index($0, "///")
  if (at == 0) { print; next }
  begin = at + 3
  if (substr($0, begin, 1) == "<") ++begin
  head = substr($0, 1, begin - 1)
  tail = substr($0, begin)
  gsub(/[\\<>#@%]/, "\\\\&", tail)
  print head tail
}
