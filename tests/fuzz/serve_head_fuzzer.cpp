// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/guard.hpp"
#include "serve/head.hpp"

#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forewarp;
  const auto read = serve::read_head(test::text_of(data, size));
  const auto* head = std::get_if<serve::Head>(&read);
  if (head == nullptr) return 0;
  const serve::Policy local{.port = 8642}, open{.host = "0.0.0.0", .port = 8642, .token = "secret"};
  for (const serve::Policy& policy : {local, open}) {
    if (serve::refusal_of(*head, policy)) continue;
    FOREWARP_ASSERT(head->header("host").ends_with(":8642"), "what is served names this server");
    FOREWARP_ASSERT(head->method == "GET" || head->header("x-forewarp") == "1", "what is posted has our header");
  }
  return 0;
}
