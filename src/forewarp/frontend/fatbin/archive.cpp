// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/archive.hpp"

#include <charconv>
#include <optional>

#include "forewarp/support/text.hpp"

namespace forewarp::fatbin {
namespace {

constexpr std::string_view magic = "!<arch>\n", thin_magic = "!<thin>\n";
constexpr std::uint64_t header_bytes = 60;

std::optional<std::uint64_t> decimal(std::string_view text) {
  text = trimmed(text, " ");
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// GNU: "name/", or "/12", a place in the table "//" where it ends with "/\n". BSD: "#1/20", the first 20 of its bytes.
void name_member(Member& member, std::string_view field, std::string_view long_names, const BytePlace& place) {
  field = trimmed(field, " ");
  if (field.starts_with("#1/")) {
    const auto length = decimal(field.substr(3));
    if (!length || *length > member.bytes.size()) place.fail("the name of a member is longer than the member");
    member.name = member.bytes.substr(0, *length);
    member.name.resize(std::min(member.name.size(), member.name.find('\0')));
    member.bytes.remove_prefix(*length);
    member.offset += *length;
  } else if (field.size() > 1 && field[0] == '/' && is_digit(field[1])) {
    const auto at = decimal(field.substr(1));
    if (!at || *at >= long_names.size()) place.fail("the name of a member is not in the table of names");
    const std::string_view rest = long_names.substr(*at);
    member.name = rest.substr(0, rest.find_first_of("/\n"));
  } else {
    member.name = field.substr(0, field.find('/'));
  }
}

}  // namespace

bool is_archive(std::string_view bytes) { return bytes.starts_with(magic) || bytes.starts_with(thin_magic); }

std::vector<Member> members_of(std::string_view bytes, const BytePlace& place) {
  if (bytes.starts_with(thin_magic)) place.fail("a thin archive, which holds no files: name one of its objects");
  if (!bytes.starts_with(magic)) place.fail("no archive begins here");
  std::vector<Member> members;
  std::string_view long_names;
  for (std::uint64_t at = magic.size(); at < bytes.size();) {
    if (bytes.size() - at < header_bytes) place.at(at).fail("an archive ends within the header of a member");
    const std::string_view header = bytes.substr(at, header_bytes);
    const auto size = decimal(header.substr(48, 10));
    if (!size || !header.ends_with("`\n")) place.at(at).fail("no header of a member of an archive");
    if (*size > bytes.size() - at - header_bytes)
      place.at(at).fail(fmt::format("a member of {} bytes leaves its archive", *size));
    Member member{"", at + header_bytes, bytes.substr(at + header_bytes, *size)};
    const std::string_view field = trimmed(header.substr(0, 16), " ");
    if (field == "//") {
      long_names = member.bytes;
    } else if (field != "/" && field != "/SYM64/") {
      name_member(member, field, long_names, place.at(at));
      members.push_back(std::move(member));
    }
    at += header_bytes + *size + *size % 2;
  }
  return members;
}

}  // namespace forewarp::fatbin
