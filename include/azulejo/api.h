/* azulejo/api.h - the markers around the functions of the other headers. They make the functions
 * visible outside the library and callable from C++. */
#ifndef AZULEJO_API_H
#define AZULEJO_API_H

#ifdef __cplusplus
#define AZJ_API_BEGIN                                  \
    _Pragma("GCC visibility push(default)") extern "C" \
    {
#define AZJ_API_END \
    }               \
    _Pragma("GCC visibility pop")
#define AZJ_STATIC_ASSERT static_assert
#else
#define AZJ_API_BEGIN _Pragma("GCC visibility push(default)")
#define AZJ_API_END _Pragma("GCC visibility pop")
#define AZJ_STATIC_ASSERT _Static_assert
#endif

/* Small functions stand in the headers. The library has them as ordinary functions too, for
 * languages that only load it: src/text/inline.c defines AZJ_INLINE and makes them. */
#ifndef AZJ_INLINE
#define AZJ_INLINE static inline
#endif

#endif
