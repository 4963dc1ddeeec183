// Preloaded into the command: counts the calls that change the disk below one folder, and makes one of them fail.
//
// FAULT_FOLDER  absolute path; calls on paths or descriptors outside of it are passed on uncounted
// FAULT_AT      number of the call that fails, counted from 1; 0 for none
// FAULT_HOW     eio, enospc, eio-on, enospc-on (that call and all after it) or kill
// FAULT_COUNT   file to which the number of calls is written at the end

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;
static long at;
static int failure, goes_on, kills;
static const char *folder;

__attribute__((constructor)) static void begin(void) {
  const char *how = getenv("FAULT_HOW"), *number = getenv("FAULT_AT");
  folder = getenv("FAULT_FOLDER");
  at = number ? atol(number) : 0;
  kills = how && strcmp(how, "kill") == 0;
  failure = how && strncmp(how, "enospc", 6) == 0 ? ENOSPC : EIO;
  goes_on = how && strlen(how) > 3 && strcmp(how + strlen(how) - 3, "-on") == 0;
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULT_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld\n", atomic_load(&calls));
  fclose(file);
}

static int is_inside(const char *path) {
  size_t length = folder ? strlen(folder) : 0;
  return length && path && strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static int is_open_inside(int descriptor) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_inside(path);
}

// Whether this call is to fail; errno is set then.
static int fails(int counts) {
  if (!counts) return 0;
  long number = atomic_fetch_add(&calls, 1) + 1;
  if (!at || !(number == at || (goes_on && number > at))) return 0;
  if (kills) kill(getpid(), SIGKILL);
  errno = failure;
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int opens(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode) {
  int changes = (flags & O_CREAT) || (flags & O_ACCMODE) != O_RDONLY;
  return fails(changes && is_inside(path)) ? -1 : real(path, flags, mode);
}

static mode_t mode_of(int flags, va_list rest) { return (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; }

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opens(REAL(open), path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opens(REAL(open64), path, flags, mode);
}

// A write that fails may have written a part, as one does that runs into a full disk.
static int tears(int descriptor, size_t count) { return fails(is_open_inside(descriptor)) ? (int)(count > 1) : -1; }

ssize_t write(int descriptor, const void *bytes, size_t count) {
  int torn = tears(descriptor, count);
  if (torn < 0) return REAL(write)(descriptor, bytes, count);
  int reason = errno;
  if (torn) REAL(write)(descriptor, bytes, count / 2);
  errno = reason;
  return -1;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  int torn = tears(descriptor, count);
  if (torn < 0) return REAL(pwrite)(descriptor, bytes, count, offset);
  int reason = errno;
  if (torn) REAL(pwrite)(descriptor, bytes, count / 2, offset);
  errno = reason;
  return -1;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  int torn = tears(descriptor, count);
  if (torn < 0) return REAL(pwrite64)(descriptor, bytes, count, offset);
  int reason = errno;
  if (torn) REAL(pwrite64)(descriptor, bytes, count / 2, offset);
  errno = reason;
  return -1;
}

int fsync(int descriptor) { return fails(is_open_inside(descriptor)) ? -1 : REAL(fsync)(descriptor); }
int fdatasync(int descriptor) { return fails(is_open_inside(descriptor)) ? -1 : REAL(fdatasync)(descriptor); }

int ftruncate(int descriptor, off_t length) {
  return fails(is_open_inside(descriptor)) ? -1 : REAL(ftruncate)(descriptor, length);
}

int ftruncate64(int descriptor, off64_t length) {
  return fails(is_open_inside(descriptor)) ? -1 : REAL(ftruncate64)(descriptor, length);
}

int rename(const char *from, const char *to) { return fails(is_inside(to)) ? -1 : REAL(rename)(from, to); }
int unlink(const char *path) { return fails(is_inside(path)) ? -1 : REAL(unlink)(path); }
int mkdir(const char *path, mode_t mode) { return fails(is_inside(path)) ? -1 : REAL(mkdir)(path, mode); }
