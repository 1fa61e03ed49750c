// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
  CLI::App app{"What a GPU kernel will cost, before anyone runs it", "forewarp"};
  CLI11_PARSE(app, argc, argv);
}
