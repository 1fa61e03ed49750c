// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/question.hpp"

#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forewarp;
  test::answer([&] {
    const serve::Question question = serve::parse_question(test::text_of(data, size));
    FOREWARP_ASSERT(question.name.find('/') == std::string::npos && !question.devices.empty(),
                    "a question has the plain name of a file, and devices");
    (void)serve::options_of(question, "/nowhere/" + question.name);
    (void)serve::predict_options_of(question);
  });
  return 0;
}
