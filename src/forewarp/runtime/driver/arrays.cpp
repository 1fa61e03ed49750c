// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// CUDA arrays, texture and surface objects: those of the runtime API, which describes them in other words.
#include "forewarp/runtime/cudart/arrays.hpp"

#include <fmt/format.h>

#include "forewarp/runtime/driver/call.hpp"

namespace forewarp::driver {
namespace {

/// CUarray_format; the others are compressed, or of several planes.
struct Format {
  unsigned number;
  int bits;
  cudaChannelFormatKind kind;
};
constexpr Format formats[] = {
    {0x01, 8, cudaChannelFormatKindUnsigned},  {0x02, 16, cudaChannelFormatKindUnsigned},
    {0x03, 32, cudaChannelFormatKindUnsigned}, {0x08, 8, cudaChannelFormatKindSigned},
    {0x09, 16, cudaChannelFormatKindSigned},   {0x0a, 32, cudaChannelFormatKindSigned},
    {0x10, 16, cudaChannelFormatKindFloat},    {0x20, 32, cudaChannelFormatKindFloat},
};

cudaChannelFormatDesc format_of(unsigned number, unsigned channels) {
  for (const Format& f : formats)
    if (f.number == number && (channels == 1 || channels == 2 || channels == 4))
      return {f.bits, channels > 1 ? f.bits : 0, channels > 2 ? f.bits : 0, channels > 2 ? f.bits : 0, f.kind};
  throw DriverError(Result::not_supported, fmt::format("{} channels of format {:#x}", channels, number));
}

unsigned number_of(const cudaChannelFormatDesc& format) {
  for (const Format& f : formats)
    if (f.bits == format.x && f.kind == format.f) return f.number;
  return 0;
}
unsigned channels_of(const cudaChannelFormatDesc& f) { return f.y == 0 ? 1 : f.z == 0 ? 2 : 4; }

/// Flags of arrays have the same numbers in both APIs, where forewarp has what they mean.
Result make_array(const char* name, void** out, const Array3DDescription* d) {
  return call_in_context(name, [&](Session& session) {
    require(out);
    require(d);
    *out = cudart::new_array(session, format_of(d->format, d->channels), {d->width, d->height, d->depth}, d->flags);
  });
}

enum class ResourceType : unsigned { array, mipmapped_array, linear, pitched };

cudaResourceDesc resource_of(const ResourceDescription& d) {
  cudaResourceDesc out{};
  switch (ResourceType{d.type}) {
    case ResourceType::array:
      out.resType = cudaResourceTypeArray;
      out.res.array.array = static_cast<cudaArray_t>(d.array);
      return out;
    case ResourceType::linear:
      out.resType = cudaResourceTypeLinear;
      out.res.linear.devPtr = reinterpret_cast<void*>(d.linear.data);
      out.res.linear.desc = format_of(d.linear.format, d.linear.channels);
      out.res.linear.sizeInBytes = d.linear.bytes;
      return out;
    case ResourceType::pitched:
      out.resType = cudaResourceTypePitch2D;
      out.res.pitch2D.devPtr = reinterpret_cast<void*>(d.pitched.data);
      out.res.pitch2D.desc = format_of(d.pitched.format, d.pitched.channels);
      out.res.pitch2D.width = d.pitched.width;
      out.res.pitch2D.height = d.pitched.height;
      out.res.pitch2D.pitchInBytes = d.pitched.pitch;
      return out;
    case ResourceType::mipmapped_array:
      break;
  }
  throw DriverError(Result::not_supported, "mipmapped arrays are not supported");
}

/// Integers are read as normalised floats unless a flag says otherwise; those of 32 bits never are.
cudaTextureDesc reading_of(const TextureDescription& d, const cudaChannelFormatDesc& format) {
  constexpr unsigned as_integers = 1, normalised_coordinates = 2, srgb = 0x10;
  cudaTextureDesc out{};
  for (int i = 0; i < 3; ++i) out.addressMode[i] = static_cast<cudaTextureAddressMode>(d.addressing[i]);
  for (int i = 0; i < 4; ++i) out.borderColor[i] = d.border[i];
  out.filterMode = static_cast<cudaTextureFilterMode>(d.filter);
  const bool is_float = format.f == cudaChannelFormatKindFloat || format.x == 32 || (d.flags & as_integers) != 0;
  out.readMode = is_float ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
  out.normalizedCoords = (d.flags & normalised_coordinates) != 0 ? 1 : 0;
  out.sRGB = (d.flags & srgb) != 0 ? 1 : 0;
  return out;
}

cudaChannelFormatDesc format_of(const cudaResourceDesc& resource) {
  if (resource.resType == cudaResourceTypeArray) return cudart::textures().array(resource.res.array.array).format;
  return resource.resType == cudaResourceTypeLinear ? resource.res.linear.desc : resource.res.pitch2D.desc;
}

Result destroy(const char* name, std::uint64_t object) {
  return call_in_context(name, [&](Session& session) { cudart::destroy_object(session, object); });
}

}  // namespace

extern "C" {

Result cuArrayCreate_v2(void** array, const ArrayDescription* d) {
  if (!d) return Result::invalid_value;
  const Array3DDescription whole{d->width, d->height, 0, d->format, d->channels, 0};
  return make_array("cuArrayCreate", array, &whole);
}
Result cuArray3DCreate_v2(void** array, const Array3DDescription* d) { return make_array("cuArray3DCreate", array, d); }
Result cuArrayDestroy(void* array) {
  return call_in_context("cuArrayDestroy", [&](Session& session) {
    if (!array) throw DriverError(Result::invalid_handle, "this is no CUDA array");
    cudart::free_array(session, static_cast<cudaArray_t>(array));
  });
}
Result cuArray3DGetDescriptor_v2(Array3DDescription* out, void* array) {
  return call_in_context("cuArray3DGetDescriptor", [&](Session&) {
    require(out);
    const cudart::Array& a = cudart::textures().array(static_cast<cudaArray_t>(array));
    *out = {a.extent.width, a.extent.height, a.extent.depth, number_of(a.format), channels_of(a.format), a.flags};
  });
}
Result cuArrayGetDescriptor_v2(ArrayDescription* out, void* array) {
  Array3DDescription whole{};
  if (!out) return Result::invalid_value;
  const Result result = cuArray3DGetDescriptor_v2(&whole, array);
  if (result == Result::success) *out = {whole.width, whole.height, whole.format, whole.channels};
  return result;
}

Result cuTexObjectCreate(std::uint64_t* out, const ResourceDescription* resource, const TextureDescription* texture,
                         const void* view) {
  return call_in_context("cuTexObjectCreate", [&](Session& session) {
    require(out);
    require(resource);
    require(texture);
    if (view) throw DriverError(Result::not_supported, "views of a resource in another format are not supported");
    const cudaResourceDesc r = resource_of(*resource);
    *out = cudart::new_texture(session, r, reading_of(*texture, format_of(r)));
  });
}
Result cuTexObjectDestroy(std::uint64_t texture) { return destroy("cuTexObjectDestroy", texture); }
Result cuSurfObjectCreate(std::uint64_t* out, const ResourceDescription* resource) {
  return call_in_context("cuSurfObjectCreate", [&](Session& session) {
    require(out);
    require(resource);
    *out = cudart::new_surface(session, resource_of(*resource));
  });
}
Result cuSurfObjectDestroy(std::uint64_t surface) { return destroy("cuSurfObjectDestroy", surface); }
}

}  // namespace forewarp::driver
