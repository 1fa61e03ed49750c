// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Texture and surface objects.
#include <fmt/format.h>

#include <limits>

#include "forewarp/emulate/machine/texture.hpp"
#include "forewarp/runtime/cudart/arrays.hpp"
#include "forewarp/runtime/cudart/process.hpp"
#include "forewarp/runtime/cudart/texture_limits.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using emu::TexelType;
using emu::TextureDescriptor;
using runtime::CallFailed;
using runtime::Session;
using runtime::Status;

namespace {

void set_format(TextureDescriptor& t, const cudaChannelFormatDesc& format) {
  check_format(format);
  t.channels = format.y == 0 ? 1 : format.z == 0 ? 2 : 4;
  t.channel_bytes = static_cast<std::uint8_t>(format.x / 8);
  t.type = format.f == cudaChannelFormatKindSigned     ? TexelType::signed_integer
           : format.f == cudaChannelFormatKindUnsigned ? TexelType::unsigned_integer
                                                       : TexelType::floating;
}

std::uint32_t count(std::size_t n) {
  if (n == 0 || n > std::numeric_limits<std::uint32_t>::max())
    throw CallFailed(Status::invalid_value, fmt::format("a texture of {} texels along one axis", n));
  return static_cast<std::uint32_t>(n);
}

/// Memory that the program named by its address.
void set_memory(Session& session, TextureDescriptor& t, const void* data) {
  t.data = reinterpret_cast<std::uintptr_t>(data);
  const runtime::Allocation* const a = session.arena().find(data);
  if (!a || t.bytes() == 0 || t.bytes() > a->bytes - (t.data - a->address()))
    throw CallFailed(Status::invalid_value, "the texture leaves the memory that its address is in");
  if (t.data % t.texel_bytes() != 0 || (t.height > 1 && t.row_bytes % t.texel_bytes() != 0))
    throw CallFailed(Status::invalid_value, "the texture's address or pitch is no multiple of its texels");
}

TextureDescriptor described(Session& session, const cudaResourceDesc& resource) {
  TextureDescriptor t;
  switch (resource.resType) {
    case cudaResourceTypeArray: {
      const Array& a = textures().array(resource.res.array.array);
      set_format(t, a.format);
      t.width = count(a.extent.width);
      t.height = count(a.rows());
      t.depth = count(a.slices());
      t.row_bytes = a.pitch;
      t.slice_bytes = a.pitch * a.rows();
      t.data = reinterpret_cast<std::uintptr_t>(a.texels);
      return t;
    }
    case cudaResourceTypeLinear:
      set_format(t, resource.res.linear.desc);
      t.width = count(resource.res.linear.sizeInBytes / t.texel_bytes());
      t.linear_memory = true;
      set_memory(session, t, resource.res.linear.devPtr);
      return t;
    case cudaResourceTypePitch2D:
      set_format(t, resource.res.pitch2D.desc);
      t.width = count(resource.res.pitch2D.width);
      t.height = count(resource.res.pitch2D.height);
      t.row_bytes = resource.res.pitch2D.pitchInBytes;
      set_memory(session, t, resource.res.pitch2D.devPtr);
      return t;
    case cudaResourceTypeMipmappedArray:
      break;
  }
  throw CallFailed(Status::not_supported, "mipmapped arrays are not supported");
}

void set_reading(TextureDescriptor& t, const cudaTextureDesc& d) {
  for (std::size_t a = 0; a < t.addressing.size(); ++a) {
    if (d.addressMode[a] < cudaAddressModeWrap || d.addressMode[a] > cudaAddressModeBorder)
      throw CallFailed(Status::invalid_value);
    t.addressing[a] = static_cast<emu::Addressing>(d.addressMode[a]);
  }
  for (std::size_t c = 0; c < t.border.size(); ++c) t.border[c] = d.borderColor[c];
  t.filters = d.filterMode == cudaFilterModeLinear;
  t.normalised_coordinates = d.normalizedCoords != 0;
  t.normalised_values = d.readMode == cudaReadModeNormalizedFloat && t.type != TexelType::floating;
  if (d.sRGB != 0) throw CallFailed(Status::not_supported, "sRGB textures are not supported");
  if (t.normalised_values && t.channel_bytes == 4)
    throw CallFailed(Status::invalid_norm_setting, "integers of 32 bits are not read as normalized floats");
  if (t.filters && t.type != TexelType::floating && !t.normalised_values)
    throw CallFailed(Status::invalid_filter_setting, "linear filtering is for textures that are read as floats");
}

cudaTextureObject_t make_object(Session& session, const TextureDescriptor& t, const TextureObject& object) {
  const auto bytes = emu::to_bytes(t);
  const cudaTextureObject_t handle = session.allocate_with(current_gpu(), bytes).address();
  textures().objects[handle] = object;
  return handle;
}

cudaError_t destroy(const char* name, cudaTextureObject_t handle) {
  return call(name, [&](Session& session) { destroy_object(session, handle); });
}

template <typename Part>
cudaError_t get(const char* name, Part* part, cudaTextureObject_t handle, Part TextureObject::*member) {
  return call(name, [&](Session&) {
    const auto found = textures().objects.find(handle);
    if (!part || found == textures().objects.end()) throw CallFailed(Status::invalid_value);
    *part = found->second.*member;
  });
}

}  // namespace

namespace forewarp::cudart {

cudaTextureObject_t new_texture(Session& session, const cudaResourceDesc& resource,
                                const cudaTextureDesc& description) {
  TextureDescriptor t = described(session, resource);
  set_reading(t, description);
  return make_object(session, t, {resource, description});
}

cudaSurfaceObject_t new_surface(Session& session, const cudaResourceDesc& resource) {
  if (resource.resType != cudaResourceTypeArray)
    throw CallFailed(Status::invalid_value, "a surface object is made of a CUDA array");
  if ((textures().array(resource.res.array.array).flags & cudaArraySurfaceLoadStore) == 0)
    throw CallFailed(Status::invalid_value, "the array was made without cudaArraySurfaceLoadStore");
  return make_object(session, described(session, resource), {resource, {}});
}

void destroy_object(Session& session, cudaTextureObject_t handle) {
  if (handle == 0) return;
  if (textures().objects.erase(handle) == 0) throw CallFailed(Status::invalid_value, "this is no such object");
  session.release(reinterpret_cast<void*>(handle), false);
}

}  // namespace forewarp::cudart

extern "C" {

/// Of elements, whatever they are.
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(std::size_t* width, const cudaChannelFormatDesc* format, int device) {
  return call("cudaDeviceGetTexture1DLinearMaxWidth", [&](Session& session) {
    if (device < 0 || device >= session.options().gpus) throw CallFailed(Status::invalid_device);
    check_format(require(format));
    require(width) = static_cast<std::size_t>(texture_limits_of(session.device())[linear_texture_limit]);
  });
}
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description, const cudaResourceViewDesc* view) {
  return call("cudaCreateTextureObject", [&](Session& session) {
    if (!texture || !resource || !description) throw CallFailed(Status::invalid_value);
    if (view && view->format != cudaResViewFormatNone)
      throw CallFailed(Status::not_supported, "views of a resource in another format are not supported");
    *texture = new_texture(session, *resource, *description);
  });
}
// CUDA 11 has descriptions of cubemaps under names of their own; versions.cpp has its others.
cudaError_t cudaCreateTextureObject_v2(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                       const cudaTextureDesc* description, const cudaResourceViewDesc* view) {
  return cudaCreateTextureObject(texture, resource, description, view);
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  return destroy("cudaDestroyTextureObject", texture);
}
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture) {
  return get("cudaGetTextureObjectResourceDesc", resource, texture, &TextureObject::resource);
}
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description, cudaTextureObject_t texture) {
  return get("cudaGetTextureObjectTextureDesc", description, texture, &TextureObject::description);
}
cudaError_t cudaGetTextureObjectTextureDesc_v2(cudaTextureDesc* description, cudaTextureObject_t texture) {
  return cudaGetTextureObjectTextureDesc(description, texture);
}
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource) {
  return call("cudaCreateSurfaceObject", [&](Session& session) {
    if (!surface || !resource) throw CallFailed(Status::invalid_value);
    *surface = new_surface(session, *resource);
  });
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
  return destroy("cudaDestroySurfaceObject", surface);
}
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t surface) {
  return get("cudaGetSurfaceObjectResourceDesc", resource, surface, &TextureObject::resource);
}
}
