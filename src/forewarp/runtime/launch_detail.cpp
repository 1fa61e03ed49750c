// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/launch_detail.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "forewarp/emulate/profile/stored.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::runtime {
namespace {

using Json = nlohmann::json;

Json dim(const launch::Dim3& d) { return {d.x, d.y, d.z}; }
launch::Dim3 dim(const Json& j) { return {j.at(0), j.at(1), j.at(2)}; }

/// Of bytes passed by value only their number matters to who reads a recording.
Json json_of(const launch::Argument& a) {
  Json j = {{"name", a.name}};
  if (const auto* buffer = std::get_if<launch::Buffer>(&a.value)) {
    j["buffer"] = ptx::name_of(buffer->element);
    j["count"] = buffer->count;
    j["host"] = buffer->host;
  } else if (const auto* scalar = std::get_if<launch::Scalar>(&a.value)) {
    j["scalar"] = ptx::name_of(scalar->type);
    j["bits"] = scalar->bits;
  } else {
    j["bytes"] = std::get<std::string>(a.value).size();
  }
  return j;
}

ptx::Type type(const Json& j) { return ptx::type_from(j.get<std::string>()).value_or(ptx::Type::none); }

launch::Argument argument_from(const Json& j) {
  launch::Argument a{.name = j.at("name"), .value = launch::Scalar{}};
  if (j.contains("buffer"))
    a.value = launch::Buffer{
        .element = type(j.at("buffer")), .count = j.at("count"), .fill = {}, .host = j.at("host").get<bool>()};
  else if (j.contains("scalar"))
    a.value = launch::Scalar{type(j.at("scalar")), j.at("bits")};
  else
    a.value = std::string(j.at("bytes").get<std::size_t>(), '\0');
  return a;
}

Json json_of(const launch::Launch& l) {
  Json arguments = Json::array();
  for (const launch::Argument& a : l.arguments) arguments.push_back(json_of(a));
  return {{"entry", l.entry},
          {"grid", dim(l.grid)},
          {"block", dim(l.block)},
          {"cluster", l.cluster ? dim(*l.cluster) : Json()},
          {"shared", l.dynamic_shared_bytes},
          {"arguments", arguments}};
}

launch::Launch launch_from(const Json& j) {
  launch::Launch l;
  l.entry = j.at("entry");
  l.grid = dim(j.at("grid"));
  l.block = dim(j.at("block"));
  if (j.contains("cluster") && !j.at("cluster").is_null()) l.cluster = dim(j.at("cluster"));
  l.dynamic_shared_bytes = j.at("shared");
  for (const Json& a : j.at("arguments")) l.arguments.push_back(argument_from(a));
  return l;
}

}  // namespace

std::string detail_line(std::size_t distinct, std::size_t code, const profile::Profile& profile) {
  const std::string launch = json_of(profile.launch).dump(-1, ' ', false, Json::error_handler_t::replace);
  return fmt::format(R"({{"detail":{{"distinct":{},"code":{},"launch":{},"profile":{}}}}})", distinct, code, launch,
                     profile::stored(profile));
}

LaunchDetail detail_from(const Json& j) {
  std::optional<profile::Profile> profile = profile::restored(
      j.at("profile").dump(-1, ' ', false, Json::error_handler_t::replace), launch_from(j.at("launch")));
  if (!profile) throw InputError("a recording has a profile that this version does not write");
  return {j.at("distinct"), j.at("code"), *std::move(profile)};
}

}  // namespace forewarp::runtime
