// What depends on the compiler or on the processor, in one place. Everything else is standard
// C++20.
//
// GCC and Clang compile single functions for AVX2; MSVC takes its intrinsics anywhere. Whether the
// processor has it is asked at run time. KATACHI_PLAIN (a CMake option) leaves all of it out, as on
// a compiler or processor that nobody has thought of: the results are the same.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "games/wide_bits.h"

#if defined(KATACHI_PLAIN)
#elif defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define KATACHI_X86 1
#include <cpuid.h>
#include <immintrin.h>
#elif defined(_MSC_VER) && defined(_M_X64)
#define KATACHI_X86 1
#include <intrin.h>
#endif

// Of a function: it may use AVX2. Whoever calls it has asked has_avx2(). The second inlines it,
// too. Between BEGIN and END all functions may.
#if defined(KATACHI_X86) && !defined(_MSC_VER)
#define KATACHI_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))
#define KATACHI_AVX2_INLINE \
  __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt"), always_inline)) inline
#define KATACHI_PRAGMA(...) _Pragma(#__VA_ARGS__)
#ifdef __clang__
#define KATACHI_AVX2_BEGIN KATACHI_PRAGMA(clang attribute push(KATACHI_AVX2, apply_to = function))
#define KATACHI_AVX2_END KATACHI_PRAGMA(clang attribute pop)
#else
#define KATACHI_AVX2_BEGIN         \
  KATACHI_PRAGMA(GCC push_options) \
  KATACHI_PRAGMA(GCC target("avx2,bmi,bmi2,popcnt,lzcnt"))
#define KATACHI_AVX2_END KATACHI_PRAGMA(GCC pop_options)
#endif
#elif defined(KATACHI_X86)
#define KATACHI_AVX2
#define KATACHI_AVX2_INLINE __forceinline
#define KATACHI_AVX2_BEGIN
#define KATACHI_AVX2_END
#endif

// The same for AVX-512: the parts that Intel's server processors have since 2017, AMD's since 2022.
#if defined(KATACHI_X86) && !defined(_MSC_VER)
#define KATACHI_AVX512                                                        \
  __attribute__((                                                             \
      target("avx2,bmi,bmi2,popcnt,lzcnt,avx512f,avx512vl,avx512cd,avx512bw," \
             "avx512dq")))
#define KATACHI_AVX512_INLINE KATACHI_AVX512 __attribute__((always_inline)) inline
#ifdef __clang__
#define KATACHI_AVX512_BEGIN \
  KATACHI_PRAGMA(clang attribute push(KATACHI_AVX512, apply_to = function))
#define KATACHI_AVX512_END KATACHI_PRAGMA(clang attribute pop)
#else
#define KATACHI_AVX512_BEGIN       \
  KATACHI_PRAGMA(GCC push_options) \
  KATACHI_PRAGMA(                  \
      GCC target("avx2,bmi,bmi2,popcnt,lzcnt,avx512f,avx512vl,avx512cd,avx512bw,avx512dq"))
#define KATACHI_AVX512_END KATACHI_PRAGMA(GCC pop_options)
#endif
#elif defined(KATACHI_X86)
#define KATACHI_AVX512
#define KATACHI_AVX512_INLINE __forceinline
#define KATACHI_AVX512_BEGIN
#define KATACHI_AVX512_END
#endif

// AVX-512 with the dot products of VNNI; uses_vnni() has been asked. Not with MSVC.
#if defined(KATACHI_X86) && !defined(_MSC_VER)
#define KATACHI_VNNI 1
#ifdef __clang__
#define KATACHI_VNNI_BEGIN                                                                        \
  KATACHI_PRAGMA(clang attribute push(                                                            \
      __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt,avx512f,avx512vl,avx512bw,avx512vnni"))), \
      apply_to = function))
#define KATACHI_VNNI_END KATACHI_PRAGMA(clang attribute pop)
#else
// GCC 12 takes the undefined parts of its own AVX-512 functions for a mistake.
#define KATACHI_VNNI_BEGIN                                       \
  KATACHI_PRAGMA(GCC diagnostic push)                            \
  KATACHI_PRAGMA(GCC diagnostic ignored "-Wmaybe-uninitialized") \
  KATACHI_PRAGMA(GCC push_options)                               \
  KATACHI_PRAGMA(GCC target("avx2,bmi,bmi2,popcnt,lzcnt,avx512f,avx512vl,avx512bw,avx512vnni"))
#define KATACHI_VNNI_END          \
  KATACHI_PRAGMA(GCC pop_options) \
  KATACHI_PRAGMA(GCC diagnostic pop)
#endif
#endif

// A function compiled twice, for processors with and without AVX2, the right one found when the
// program starts. Both give the same numbers: neither fuses multiplications with additions. Clang
// and other systems than Linux have no such functions.
#if defined(KATACHI_X86) && defined(__GNUC__) && !defined(__clang__) && defined(__GLIBC__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define KATACHI_TWICE __attribute__((target_clones("avx2", "default")))
#else
#define KATACHI_TWICE
#endif

// A function that is always inlined: a pass of a function that is compiled twice becomes part of
// both.
#ifdef _MSC_VER
#define KATACHI_INLINE __forceinline
#else
#define KATACHI_INLINE __attribute__((always_inline)) inline
#endif

// Before a loop over the lanes of one vector: it becomes one operation. GCC would first write it
// out number by number and then not find the vector.
#if defined(__GNUC__) && !defined(__clang__)
#define KATACHI_LANES _Pragma("GCC unroll 1")
#else
#define KATACHI_LANES
#endif

// For what is hardly ever called: kept out of the loops around it.
#if defined(_MSC_VER) && !defined(__clang__)
#define KATACHI_COLD __declspec(noinline)
#elif defined(__GNUC__)
#define KATACHI_COLD __attribute__((noinline, cold))
#else
#define KATACHI_COLD
#endif

// A member without content takes no room.
#ifdef _MSC_VER
#define KATACHI_NO_UNIQUE_ADDRESS [[msvc::no_unique_address]]
#else
#define KATACHI_NO_UNIQUE_ADDRESS [[no_unique_address]]
#endif

namespace katachi {

#if defined(__SIZEOF_INT128__) && !defined(KATACHI_PLAIN)
__extension__ using Bits128 = unsigned __int128;
#else
using Bits128 = WideBits;
#endif

// The bytes in the other order.
inline std::uint64_t reversed_bytes(std::uint64_t value) {
#if defined(KATACHI_PLAIN)
  std::uint64_t reversed = 0;
  for (int byte = 0; byte < 8; ++byte) {
    reversed = reversed << 8U | (value & 0xFFU);
    value >>= 8U;
  }
  return reversed;
#elif defined(_MSC_VER)
  return _byteswap_uint64(value);
#else
  return __builtin_bswap64(value);
#endif
}

// Asks for the memory there, which is read soon. The address may be any.
inline void prefetch(const void* address) {
#if defined(KATACHI_PLAIN)
  (void)address;
#elif defined(KATACHI_X86)
  _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
#elif defined(__GNUC__)
  __builtin_prefetch(address);
#else
  (void)address;
#endif
}

#ifdef KATACHI_X86

// Whether processor and system have all that KATACHI_AVX2 allows.
inline bool has_avx2() {
  constexpr unsigned kExtended = 0x80000001U;
  constexpr unsigned kLzcnt = 1U << 5U;  // of ecx
#ifdef _MSC_VER
  constexpr int kPopcnt = 1 << 23;
  constexpr int kAvxInUse = 1 << 27 | 1 << 28;  // the system saves the registers
  constexpr int kBmiAvx2Bmi2 = 1 << 3 | 1 << 5 | 1 << 8;
  int registers[4];  // eax, ebx, ecx, edx
  __cpuid(registers, 0);
  if (registers[0] < 7) return false;
  __cpuid(registers, 1);
  if ((registers[2] & (kPopcnt | kAvxInUse)) != (kPopcnt | kAvxInUse)) return false;
  if ((_xgetbv(0) & 6U) != 6U) return false;
  __cpuidex(registers, 7, 0);
  if ((registers[1] & kBmiAvx2Bmi2) != kBmiAvx2Bmi2) return false;
  __cpuid(registers, static_cast<int>(kExtended));
  return (static_cast<unsigned>(registers[2]) & kLzcnt) != 0;
#else
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
         __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("popcnt") != 0 &&
         __get_cpuid(kExtended, &eax, &ebx, &ecx, &edx) != 0 && (ecx & kLzcnt) != 0;
#endif
}

// Whether processor and system have all that KATACHI_AVX512 allows.
inline bool has_avx512() {
  if (!has_avx2()) return false;
#ifdef _MSC_VER
  constexpr int kParts = 1 << 16 | 1 << 17 | 1 << 28 | 1 << 30 | 1 << 31;  // F DQ CD BW VL
  constexpr unsigned kSaved = 0xE6;  // by the system: SSE, AVX, masks, both halves of AVX-512
  int registers[4];                  // eax, ebx, ecx, edx
  __cpuidex(registers, 7, 0);
  return (registers[1] & kParts) == kParts && (_xgetbv(0) & kSaved) == kSaved;
#else
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
         __builtin_cpu_supports("avx512cd") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512vl") != 0;
#endif
}

// The same, unless the environment variable KATACHI_PORTABLE is set.
inline bool uses_avx2() noexcept {
  return has_avx2() && std::getenv("KATACHI_PORTABLE") == nullptr;
}
// The same, unless KATACHI_PORTABLE or KATACHI_NO_AVX512 is set.
inline bool uses_avx512() noexcept {
  return has_avx512() && uses_avx2() && std::getenv("KATACHI_NO_AVX512") == nullptr;
}

#ifdef KATACHI_VNNI
// The same, where the processor has VNNI too.
inline bool uses_vnni() noexcept {
  return uses_avx512() && __builtin_cpu_supports("avx512vnni") != 0;
}
#endif

#endif  // KATACHI_X86

}  // namespace katachi
