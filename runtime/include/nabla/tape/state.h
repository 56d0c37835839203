// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a tape is apart from its templates: when it records, what it watches,
// which part of which log it needs. Tapes that record at the same time on one
// thread share a log.

#ifndef NABLA_TAPE_STATE_H
#define NABLA_TAPE_STATE_H

#include "nabla/tape/variable.h"
#include "nabla/tape/view.h"
#include <iosfwd>
#include <memory>
#include <vector>

namespace nabla {
namespace taping {

/// What all copies of a parameter share.
struct parameter_state {
  parameter_state(bool trainable, const void *type)
      : trainable(trainable), type(type) {}
  virtual ~parameter_state() = default;
  const id_type id = next_parameter_id.fetch_add(1);
  const bool trainable;
  const void *const type; ///< What it is a parameter of.
};
using parameter_pointer = std::shared_ptr<parameter_state>;

/// Lives as long as its GradientTape, and as long as its thread's list of
/// started tapes has it: one that another thread destroys stays in that list
/// until its own thread looks.
class tape_state {
public:
  tape_state(bool persistent, bool watches_parameters)
      : persistent_(persistent), watches_parameters_(watches_parameters) {}
  tape_state(const tape_state &) = delete;
  tape_state &operator=(const tape_state &) = delete;
  ~tape_state() { release(); }
  static void *operator new(std::size_t bytes) { return take_block(bytes); }
  static void operator delete(void *p) noexcept {
    give_block(p, sizeof(tape_state));
  }
  /// Its GradientTape is gone.
  void abandon() {
    if (owner_.is_other())
      warn("a tape was destroyed by another thread while it recorded; stop it "
           "on the thread that started it");
    else
      leave();
    drop();
  }

  bool persistent() const { return persistent_; }
  bool watches_parameters() const { return watches_parameters_; }
  bool is_recording() const { return mode_ == mode::recording; }
  bool is_entered() const { return mode_ != mode::left; }
  /// Error: it, or a tape that it shares its log with, records on another
  /// thread.
  void check_thread(const char *what) const {
    if (owner_.is_other())
      fail(std::string(what) +
           " of a tape that records on another thread; stop() it there first");
    if (log_ && log_->recorder.is_other())
      fail(std::string(what) +
           " of a tape that was recorded together with one that records on "
           "another thread; stop() that one there first");
  }
  /// It has given its gradient and holds nothing any more.
  bool is_spent() const { return spent_; }
  log *source() const { return log_; }
  std::ostream *trace = nullptr;

  void enter() {
    check_thread("start()");
    leave_abandoned();
    if (is_entered())
      fail("start() of a tape that is already recording; stop() it first, or "
           "do not start it: a tape records from its construction on");
    if (log_ && thread.session && thread.session != log_)
      fail("start() of a tape that has recorded before, while another tape "
           "that started without it records; stop that one first, or use a "
           "new tape");
    if (!log_) {
      join(thread.session ? *thread.session : *new log());
    } else if (log_->next() != left_at_) {
      pauses_.push_back({left_at_, log_->next()});
    }
    if (spent_)
      forget_parameters();
    spent_ = false;
    mode_ = mode::recording;
    leave_at_exit();
    owner_.take();
    references_.fetch_add(1);
    outer_ = thread.started;
    thread.started = this;
    thread.session = log_;
    log_->recorder.take();
    update();
  }
  /// Of a tape that does not record: no effect.
  void leave() {
    check_thread("stop()");
    if (!is_entered())
      return;
    if (mode_ == mode::suspended && pause_)
      resume();
    tape_state **link = &thread.started;
    while (*link != this)
      link = &(*link)->outer_;
    *link = outer_;
    mode_ = mode::left;
    left_at_ = log_->next();
    if (!thread.started) {
      thread.session = nullptr;
      log_->recorder.give_up();
    }
    update();
    owner_.give_up();
    drop(); // of an abandoned tape the last thing
  }

  /// Until resume() or leave(), which set `pause` back to null.
  void suspend(tape_state *&pause) {
    check_thread("stop_recording()");
    if (!is_recording())
      fail("stop_recording() of a tape that does not record; call it between "
           "start() and stop()");
    mode_ = mode::suspended;
    left_at_ = log_->next();
    pause = this;
    pause_ = &pause;
    update();
  }
  /// What happens in other tapes' recording meanwhile is not this tape's.
  void resume() {
    *pause_ = nullptr;
    if (owner_.is_other()) {
      warn("stop_recording() of a tape ends on another thread; the tape stays "
           "paused until it is stopped and started again");
      pause_ = nullptr;
      return;
    }
    mode_ = mode::recording;
    if (log_->next() != left_at_)
      pauses_.push_back({left_at_, log_->next()});
    update();
  }

  /// Forgets everything; goes on recording if it did.
  void reset() {
    check_thread("reset()");
    const bool entered = is_entered();
    leave();
    release();
    forget_parameters();
    if (entered)
      enter();
  }

  /// Gives back what it holds, but knows which parameters it watched. Memory
  /// that other tapes need stays.
  void release() {
    watched_.clear();
    pauses_.clear();
    parameter_ids_.clear();
    if (log_)
      log_hold::let_go(*log_);
    log_ = nullptr;
  }
  void spend() {
    leave();
    release();
    spent_ = true;
  }

  /// Whether node i is this tape's from its beginning on.
  bool alone() const { return log_->tapes_ever == 1; }
  void watch(index i) {
    watched_.push_back({i, i + 1 == log_->next() ? i : log_->next()});
  }
  void watch(index i, const parameter_pointer &p) {
    if (parameter_ids_.find(p->id))
      return;
    parameter_ids_.insert(p->id, 1);
    parameters_.push_back(p);
    watch(i);
  }
  const std::vector<parameter_pointer> &parameters() const {
    return parameters_;
  }

  /// Whether a tape that records now takes some of what it holds for constants,
  /// because it was recorded before that tape began.
  bool is_constant_to_others() const {
    for (const tape_state *t = thread.started; t; t = t->outer_)
      if (t != this && t->is_recording() &&
          has_operations_before(t->log_ == log_ ? t->begin_ : end()))
        return true;
    return false;
  }

  /// The log, for watching.
  log &needed_log(const char *what) const {
    if (!log_)
      fail(std::string(what) +
           " of a tape that holds no recording; start() it first");
    return *log_;
  }
  /// From nodes up to top back to the tape's beginning.
  view look(index top) const {
    if (top + 1 < begin_)
      top = begin_ - 1;
    return view(*log_, alone(), begin_, top, end(), watched_, pauses_);
  }

  tape_state *outer() const { return outer_; }
  /// After a change of what is to be kept.
  static void update() {
    log *l = thread.session;
    if (!l) {
      thread.recording = nullptr;
      return;
    }
    int entered = 0;
    bool recording = false, replay = false;
    for (tape_state *t = thread.started; t; t = t->outer_) {
      ++entered;
      recording |= t->is_recording();
      replay |= t->persistent_ || t->trace;
    }
    l->replay_from_now(replay || entered > 1);
    ++l->stamp;
    thread.recording = recording ? l : nullptr;
  }

private:
  enum class mode { left, recording, suspended };

  bool has_operations_before(index to) const {
    for (index i = begin_; i < to; ++i)
      if (&log_->at(i).op() != &root_operation)
        return true;
    return false;
  }
  void forget_parameters() {
    parameters_.clear();
    parameter_ids_.clear();
  }
  void drop() {
    if (references_.fetch_sub(1) == 1)
      delete this;
  }
  /// Those of this thread that others have destroyed.
  static void leave_abandoned() {
    for (tape_state *t = thread.started; t;) {
      tape_state *next = t->outer_;
      if (t->references_.load() == 1)
        t->leave();
      t = next;
    }
  }
  /// A thread that ends stops its tapes.
  static void leave_at_exit() {
    struct all_tapes {
      bool used;
      ~all_tapes() {
        while (thread.started)
          thread.started->leave();
      }
    };
    static thread_local all_tapes at_exit;
    at_exit.used = true;
  }
  /// What is recorded from here on is not this tape's, as things stand.
  index end() const {
    return mode_ == mode::recording ? log_->next() : left_at_;
  }
  void join(log &l) {
    log_ = &l;
    ++l.holders;
    ++l.tapes_ever;
    begin_ = l.next();
  }

  const bool persistent_, watches_parameters_;
  bool spent_ = false;
  std::atomic<mode> mode_{mode::left};
  log *log_ = nullptr;
  index begin_ = 0, left_at_ = 0;
  owner_thread owner_; ///< From start() to stop().
  std::atomic<int> references_{1};
  tape_state *outer_ = nullptr;
  tape_state **pause_ = nullptr; ///< While suspended: who knows of it.
  pool_vector<watched_node> watched_;
  pool_vector<interval> pauses_;
  std::vector<parameter_pointer> parameters_;
  id_map parameter_ids_;
};

/// A node for a watched value, of no other log's.
template <class T> index add_root(log &l, const T &value) {
  const index i = l.next();
  node &n = l.push();
  n.set(root_operation);
  if constexpr (std::is_floating_point<T>::value) {
    n.put<T>(0, value);
    if (sizeof(T) > 8)
      l.wide = true;
  }
  return i;
}

template <class T> void watch(tape_state &t, variable<T> &x) {
  log &l = t.needed_log("watch()");
  index i = active_index(l, x.id());
  if (!i) {
    i = add_root(l, x.value());
    if (x.id())
      l.roots.insert(x.id(), i);
    else
      access::set_id(x, l.id_of(i));
  }
  t.watch(i);
}

} // namespace taping
} // namespace nabla

#endif // NABLA_TAPE_STATE_H
