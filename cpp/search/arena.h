// A block of memory for a tree: it costs nothing until it is touched, on large pages where the
// system has them (fewer page faults while a tree grows, fewer misses when it is read).
//
// Fresh memory is zero, and the system needs about a quarter of a fast search's time to make it so.
// Blocks that are given back therefore wait for the next tree of the same size, which clears what
// it uses piece by piece: `touched` says how much of a block may hold old content. A process keeps
// at most kMostIdle blocks and kMostIdleBytes of touched memory beyond those in use.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace katachi {

class Arena {
 public:
  static constexpr std::size_t kLargePage = std::size_t{1} << 21U;
  static constexpr std::size_t kMostIdle = 4;
  static constexpr std::size_t kMostIdleBytes = std::size_t{1} << 30U;

  Arena() = default;
  // Throws std::bad_alloc if the system refuses.
  explicit Arena(std::size_t bytes) : bytes_(bytes) {
    if (take_idle()) return;
#ifdef __linux__
    // One page more than needed, so that the block can begin on a large page.
    void* block = mmap(nullptr, bytes + kLargePage, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) throw std::bad_alloc();
    block_ = block;
    auto address = reinterpret_cast<std::uintptr_t>(block);
    address = (address + kLargePage - 1) / kLargePage * kLargePage;
    data_ = reinterpret_cast<std::byte*>(address);
    madvise(data_, bytes, MADV_HUGEPAGE);  // a refusal changes nothing but speed
#else
    block_ = std::calloc(bytes, 1);
    if (block_ == nullptr) throw std::bad_alloc();
    data_ = static_cast<std::byte*>(block_);
#endif
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  Arena(Arena&& other) noexcept { swap(other); }
  Arena& operator=(Arena&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Arena() {
    if (block_ != nullptr && !become_idle()) release();
  }

  explicit operator bool() const { return data_ != nullptr; }
  [[nodiscard]] std::byte* get() const { return data_; }
  // Below this, memory may hold what an earlier tree left.
  [[nodiscard]] std::size_t touched() const { return touched_; }
  void touch(std::size_t bytes) { touched_ = std::max(touched_, bytes); }

 private:
  // Blocks that wait. Never destroyed, because arenas may outlive static objects.
  struct Idle {
    std::mutex mutex;
    std::vector<Arena> blocks;
    std::size_t touched = 0;
  };
  static Idle& idle() {
    static Idle& blocks = *new Idle;
    return blocks;
  }

  bool take_idle() {
    Idle& waiting = idle();
    const std::scoped_lock lock(waiting.mutex);
    for (std::size_t i = waiting.blocks.size(); i-- > 0;) {
      if (waiting.blocks[i].bytes_ != bytes_) continue;
      swap(waiting.blocks[i]);
      waiting.blocks[i].block_ = nullptr;
      waiting.blocks.erase(waiting.blocks.begin() + static_cast<std::ptrdiff_t>(i));
      waiting.touched -= touched_;
      return true;
    }
    return false;
  }

  // False if too much waits already.
  bool become_idle() noexcept {
    Idle& waiting = idle();
    const std::scoped_lock lock(waiting.mutex);
    if (waiting.blocks.size() >= kMostIdle || waiting.touched + touched_ > kMostIdleBytes) {
      return false;
    }
    try {
      waiting.blocks.reserve(kMostIdle);
    } catch (const std::bad_alloc&) {
      return false;
    }
    waiting.touched += touched_;
    waiting.blocks.push_back(std::move(*this));
    return true;
  }

  void release() {
#ifdef __linux__
    munmap(block_, bytes_ + kLargePage);
#else
    std::free(block_);
#endif
  }

  void swap(Arena& other) noexcept {
    std::swap(block_, other.block_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(touched_, other.touched_);
  }

  void* block_ = nullptr;
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
  std::size_t touched_ = 0;
};

}  // namespace katachi
