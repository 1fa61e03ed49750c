/* SPDX-FileCopyrightText: 2026 The forewarp authors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FOREWARP_H
#define FOREWARP_H
/**
 * @file
 * The C API of forewarp: what a GPU kernel costs, before anyone runs it. docs/c-api.md explains it with an example.
 *
 * Every call that can fail returns a forewarp_status; forewarp_error() has the message of the last call that failed in
 * this thread. Texts go in as UTF-8 and are copied; texts that come out belong to the caller, who gives them to
 * forewarp_text_free(). Threads may ask one kernel at the same time; while a thread changes a kernel, no other may use
 * it. No C++ exception leaves the library.
 */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum forewarp_status {
  FOREWARP_OK = 0,
  FOREWARP_INTERNAL_ERROR = 1, /**< a mistake of forewarp itself */
  FOREWARP_INPUT_ERROR = 2,    /**< what was asked for is wrong: a name, a value, a launch that does not fit */
  FOREWARP_UNAVAILABLE = 3,    /**< something needed is not there: a compiler, a library, a file of forewarp's own */
  FOREWARP_DEVICE_ERROR = 4,   /**< a call of a device or driver failed */
  FOREWARP_PARSE_ERROR = 5,    /**< a text is wrong; the message begins with file:line:column */
  FOREWARP_OUT_OF_MEMORY = 6
} forewarp_status;

/** "0.1.0". */
const char* forewarp_version(void);
/** The message of the last call that failed in this thread, one that a user can act on; "" before any. It is valid until
 * the next call in this thread. */
const char* forewarp_error(void);
/** "input error"; "unknown status" for a number that is none. */
const char* forewarp_status_name(forewarp_status status);
/** NULL is allowed. */
void forewarp_text_free(char* text);

/** A kernel with its launch. What a question compiled and counted is kept until the kernel is changed, so that another
 * prediction takes microseconds. */
typedef struct forewarp_kernel forewarp_kernel;

/** A .cu, .cl or .ptx file, a folder with launch.toml, or the name of a bundled kernel. The file is read when a question
 * is asked. */
forewarp_status forewarp_kernel_open(const char* path, forewarp_kernel** kernel);
/** PTX text; name is the one that messages have, "scale.ptx", or NULL. */
forewarp_status forewarp_kernel_from_ptx(const char* text, const char* name, forewarp_kernel** kernel);
/** NULL is allowed. */
void forewarp_kernel_free(forewarp_kernel* kernel);

/** The kernel of the file, bare, demangled or mangled; needed where there are several. */
forewarp_status forewarp_kernel_select(forewarp_kernel* kernel, const char* name);
/** A macro for the compiler: "TILE=16" or "FAST". */
forewarp_status forewarp_kernel_define(forewarp_kernel* kernel, const char* macro);
/** A folder that the compiler searches for headers. */
forewarp_status forewarp_kernel_include(forewarp_kernel* kernel, const char* folder);
/** Handed on to nvcc or clang. */
forewarp_status forewarp_kernel_compiler_flag(forewarp_kernel* kernel, const char* flag);
/** An option of `forewarp predict` without its dashes: "registers", "check", "compiler", "arch", "caches", "model",
 * "machine-code", "seed", "budget", "limit", "threads", and "exact" with "0" or "1". */
forewarp_status forewarp_kernel_option(forewarp_kernel* kernel, const char* name, const char* value);

/** The launch. What is not given is taken from the description of a bundled kernel, or guessed from the code. */
forewarp_status forewarp_launch_grid(forewarp_kernel* kernel, unsigned x, unsigned y, unsigned z);
forewarp_status forewarp_launch_block(forewarp_kernel* kernel, unsigned x, unsigned y, unsigned z);
/** Dynamic shared memory of a block. */
forewarp_status forewarp_launch_shared(forewarp_kernel* kernel, uint64_t bytes);
/** A parameter that expressions of the launch may name, such as n of a bundled kernel. */
forewarp_status forewarp_launch_parameter(forewarp_kernel* kernel, const char* name, int64_t value);
/** An argument by the name of its parameter. Where no name is that of a parameter, arguments are taken in their order.
 * A name that was given before gets the new value. */
forewarp_status forewarp_launch_int(forewarp_kernel* kernel, const char* name, int64_t value);
forewarp_status forewarp_launch_double(forewarp_kernel* kernel, const char* name, double value);
/** `count` elements of type "f32", "s32", "u8", "f16", "float4", ..., copied from data; NULL: zeros. */
forewarp_status forewarp_launch_buffer(forewarp_kernel* kernel, const char* name, const char* type, uint64_t count,
                                       const void* data);
/** A struct by value: its bytes, with padding as C has it. */
forewarp_status forewarp_launch_bytes(forewarp_kernel* kernel, const char* name, const void* bytes, size_t size);
/** As on the command line: "x=buffer:f32:n:uniform", "y=x+4*n". */
forewarp_status forewarp_launch_argument(forewarp_kernel* kernel, const char* text);
/** Forgets grid, block, shared memory, parameters and arguments. */
forewarp_status forewarp_launch_reset(forewarp_kernel* kernel);

typedef struct forewarp_prediction {
  double time_s, low_s, high_s; /**< of the launch, and its range */
  double occupancy;             /**< warps on an SM over those that it has room for, 0 to 1 */
  double waves;                 /**< blocks over those that run at once */
  char limiter[32];             /**< "dram", "issue", "latency", ... */
} forewarp_prediction;

/** device: a name of `forewarp devices`, or a .toml file. */
forewarp_status forewarp_predict(forewarp_kernel* kernel, const char* device, forewarp_prediction* prediction);

/** What the commands print with --json. devices: names with commas between them. */
forewarp_status forewarp_predict_json(forewarp_kernel* kernel, const char* devices, char** json);
forewarp_status forewarp_profile_json(forewarp_kernel* kernel, char** json);
forewarp_status forewarp_advise_json(forewarp_kernel* kernel, const char* devices, char** json);
/** vary: dimensions, "TILE=8,16,32" and "block=32..1024*2"; none: the space that the kernel asks for. threads is the
 * number of configurations worked on at once, 0 for one on each core. devices: names with commas between them; several have
 * another document than one, with the configuration that is best for all. */
forewarp_status forewarp_rank_json(forewarp_kernel* kernel, const char* devices, const char* const* vary,
                                   size_t dimensions, unsigned threads, char** json);
/** Counts as formulas. at: sizes for which there are numbers as well, "n=1024,m=7", or NULL. fill: emulate the launch for
 * what depends on data. */
forewarp_status forewarp_count_json(forewarp_kernel* kernel, const char* at, int fill, char** json);
/** names: with commas between them; NULL: every device that ships. */
forewarp_status forewarp_devices_json(const char* names, char** json);

/** The devices that ship, by name. The texts live as long as the program; NULL beyond the last. */
size_t forewarp_device_count(void);
const char* forewarp_device_name(size_t index);

#ifdef __cplusplus
}
#endif
#endif
