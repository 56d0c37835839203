// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nabla::GradientTape against ADOL-C on scalar kernels: nanoseconds for each
// operation of the kernel, the best of several repetitions. A gradient is a
// recording and a reverse sweep; ADOL-C's second mode evaluates what it
// recorded once before, and is right only where control flow stays the same.

#include "kernels.h"
#include "nabla/gradient_tape.h"
#include <adolc/adolc.h>
#include <cstdio>
#include <ctime>

namespace {

/// Of processor time: others may be running.
double seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

/// The shortest of several runs of f.
template <class F> double best_of(F &&f) {
  double best = 1e30;
  for (const double until = seconds() + 0.8; seconds() < until;) {
    const double begin = seconds();
    f();
    best = std::min(best, seconds() - begin);
  }
  return best;
}

struct result {
  double record = 0, total = 0, bytes = 0;
  std::vector<double> gradient;
};

template <class Kernel>
result nabla_tape(const std::vector<double> &start,
                  nabla::tape_option options) {
  using variable = nabla::variable<double>;
  result r;
  r.gradient.resize(start.size());
  r.record = 1e30;
  r.total = best_of([&] {
    const double begin = seconds();
    std::vector<variable> x(start.begin(), start.end());
    nabla::GradientTape tape(options);
    tape.watch(x);
    const std::size_t before = nabla::tape_memory::in_use();
    const variable y = Kernel::run(x);
    r.bytes = double(nabla::tape_memory::in_use() - before);
    tape.stop();
    r.record = std::min(r.record, seconds() - begin);
    const auto g = tape.gradient(y, x, nabla::unconnected::zero);
    for (std::size_t i = 0; i < x.size(); ++i)
      r.gradient[i] = g[i].value();
  });
  return r;
}

constexpr short tag = 1;
constexpr std::size_t buffer = std::size_t(1) << 25;

template <class Kernel> double adolc_record(const std::vector<double> &start) {
  trace_on(tag, 1, buffer, buffer, buffer, buffer);
  std::vector<adouble> x(start.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] <<= start[i];
  adouble y = Kernel::run(x);
  double value;
  y >>= value;
  trace_off();
  return value;
}

template <class Kernel> result adolc_tape(const std::vector<double> &start) {
  result r;
  r.gradient.resize(start.size());
  r.record = 1e30;
  double seed = 1;
  r.total = best_of([&] {
    const double begin = seconds();
    adolc_record<Kernel>(start);
    r.record = std::min(r.record, seconds() - begin);
    reverse(tag, 1, int(start.size()), 0, &seed, r.gradient.data());
  });
  return r;
}

template <class Kernel> result adolc_again(const std::vector<double> &start) {
  result r;
  r.gradient.resize(start.size());
  adolc_record<Kernel>(start);
  r.total = best_of([&] {
    gradient(tag, int(start.size()), start.data(), r.gradient.data());
  });
  return r;
}

template <class Kernel> bool compare() {
  const std::vector<double> start = bench::start<Kernel>();
  const double n = double(Kernel::operations());
  volatile double sink = 0;
  const double primal = best_of([&] { sink = sink + Kernel::run(start); });
  const result plain = nabla_tape<Kernel>(start, nabla::tape_option::none);
  const result kept = nabla_tape<Kernel>(start, nabla::persistent);
  const result other = adolc_tape<Kernel>(start);
  const result again = adolc_again<Kernel>(start);
  bool same = true;
  for (std::size_t i = 0; i < start.size(); ++i)
    for (const result *r : {&kept, &other, &again})
      same &= std::fabs(r->gradient[i] - plain.gradient[i]) <=
              1e-9 * (1 + std::fabs(plain.gradient[i]));
  const double fastest = std::min(other.total, again.total);
  auto ns = [&](double t) { return t * 1e9 / n; };
  std::printf(
      "%-20s %8zu %6.2f | %6.2f %6.2f %6.2f %5.1f | %6.2f %5.1f | %6.2f "
      "%6.2f | %6.2f | %5.2f%s\n",
      Kernel::name, Kernel::operations(), ns(primal), ns(plain.record),
      ns(plain.total - plain.record), ns(plain.total), plain.bytes / n,
      ns(kept.total), kept.bytes / n, ns(other.record), ns(other.total),
      ns(again.total), plain.total / fastest,
      same ? "" : "  DIFFERENT GRADIENTS");
  return same;
}

} // namespace

int main() {
  nabla::tape_memory::keep(std::size_t(256) << 20);
  std::printf(
      "ns for each operation     primal | nabla: record, reverse, both, "
      "bytes | persistent | ADOL-C: record, both | again | nabla / "
      "fastest ADOL-C\n");
  bool same = compare<bench::log_sum_exp>();
  same &= compare<bench::pendulum>();
  same &= compare<bench::layer>();
  same &= compare<bench::product>();
  return same ? 0 : 1;
}
