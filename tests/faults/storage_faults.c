/* A library for LD_PRELOAD that counts what a process changes below one folder, and lets the n-th
 * change go wrong. A change is a write, an fsync, a truncation, a rename, a link, or a new file or
 * folder. SQLite writes from C, so that a shim in Python would not see it.
 *
 * The process arms it itself, by ctypes: faults_arm(folder, kind, n). Standard output and error lie
 * outside the folder. Linux only: descriptors are looked up in /proc.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FULL, BROKEN, TORN, KILLED };

static atomic_long changes;
static atomic_int armed;
static long fault_at;
static int fault_kind;
static char folder[PATH_MAX];

/* kind FULL: from change n on everything fails, the disk is full. BROKEN: change n alone fails.
 * TORN: of write n a half is written, then the disk is full. KILLED: a half is written, and the
 * process is gone. n = 0 only counts. */
void faults_arm(const char *below, int kind, long n) {
    snprintf(folder, sizeof folder, "%s", below);
    fault_kind = kind;
    fault_at = n;
    atomic_store(&changes, 0);
    atomic_store(&armed, 1);
}

long faults_seen(void) { return atomic_load(&changes); }

static int is_below(const char *path) {
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static int names_below(const char *path) {
    if (path[0] == '/') return is_below(path);
    char here[PATH_MAX];
    return getcwd(here, sizeof here) != NULL && is_below(here);
}

static int descriptor_below(int descriptor) {
    char name[64], target[PATH_MAX];
    snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(name, target, sizeof target - 1);
    if (length < 0) return 0;
    target[length] = 0;
    return is_below(target);
}

enum { GO_ON, FAIL, HALF };

/* What becomes of one more change; sets errno for FAIL. */
static int verdict(void) {
    long number = atomic_fetch_add(&changes, 1) + 1;
    if (fault_at == 0 || number < fault_at) return GO_ON;
    if (number == fault_at) {
        if (fault_kind == TORN || fault_kind == KILLED) return HALF;
        errno = fault_kind == BROKEN ? EIO : ENOSPC;
        return FAIL;
    }
    if (fault_kind == BROKEN) return GO_ON;
    errno = ENOSPC;
    return FAIL;
}

static void end_if_killed(void) {
    if (fault_kind == KILLED) {
        kill(getpid(), SIGKILL);
        pause();
    }
}

/* For changes without a half. */
static int fails(void) {
    int found = verdict();
    if (found == HALF) {
        end_if_killed();
        errno = ENOSPC;
        return 1;
    }
    return found == FAIL;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define WRITING(name, parameters, real, half)                                   \
    ssize_t name parameters {                                                  \
        __typeof__(&name) next = REAL(name);                                   \
        if (!atomic_load(&armed) || !descriptor_below(descriptor)) return real; \
        int found = verdict();                                                 \
        if (found == FAIL) return -1;                                          \
        if (found == GO_ON) return real;                                       \
        ssize_t done = size > 1 ? half : 0;                                    \
        end_if_killed();                                                       \
        if (done <= 0) {                                                       \
            errno = ENOSPC;                                                    \
            return -1;                                                         \
        }                                                                      \
        return done;                                                           \
    }

WRITING(write, (int descriptor, const void *data, size_t size), next(descriptor, data, size),
        next(descriptor, data, size / 2))
WRITING(pwrite, (int descriptor, const void *data, size_t size, off_t at),
        next(descriptor, data, size, at), next(descriptor, data, size / 2, at))
WRITING(pwrite64, (int descriptor, const void *data, size_t size, off64_t at),
        next(descriptor, data, size, at), next(descriptor, data, size / 2, at))

#define DESCRIPTOR(name, parameters, arguments)                                            \
    int name parameters {                                                                  \
        __typeof__(&name) next = REAL(name);                                               \
        if (atomic_load(&armed) && descriptor_below(descriptor) && fails()) return -1;      \
        return next arguments;                                                             \
    }

DESCRIPTOR(fsync, (int descriptor), (descriptor))
DESCRIPTOR(fdatasync, (int descriptor), (descriptor))
DESCRIPTOR(ftruncate, (int descriptor, off_t size), (descriptor, size))
DESCRIPTOR(ftruncate64, (int descriptor, off64_t size), (descriptor, size))

#define NAMED(name, parameters, path, arguments)                                  \
    int name parameters {                                                        \
        __typeof__(&name) next = REAL(name);                                     \
        if (atomic_load(&armed) && names_below(path) && fails()) return -1;       \
        return next arguments;                                                   \
    }

NAMED(rename, (const char *from, const char *to), to, (from, to))
NAMED(link, (const char *from, const char *to), to, (from, to))
NAMED(mkdir, (const char *path, mode_t mode), path, (path, mode))

#define OPENING(name)                                                                \
    int name(const char *path, int flags, ...) {                                     \
        mode_t mode = 0;                                                             \
        if (flags & O_CREAT) {                                                       \
            va_list more;                                                            \
            va_start(more, flags);                                                   \
            mode = va_arg(more, mode_t);                                             \
            va_end(more);                                                            \
        }                                                                            \
        __typeof__(&name) next = REAL(name);                                         \
        struct stat found;                                                           \
        if (atomic_load(&armed) && (flags & O_CREAT) && names_below(path) &&          \
            stat(path, &found) != 0 && fails())                                      \
            return -1;                                                               \
        return next(path, flags, mode);                                              \
    }

OPENING(open)
OPENING(open64)
