// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small functions that are called several times, with statements in them that
// mention globals alone: they are the same in every copy of the body.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cmath>

using nabla_test::check_array;

static double Stack[4];
static int Top;
static void push(double v) { Stack[Top++] = v; }
static double pop() { return Stack[--Top]; }
[[grad]] double stackMachine(double *x, int) {
  Top = 0;
  push(x[0]);
  push(x[1] * x[0]);
  push(pop() * pop() + x[2]);
  double t = pop();
  push(t);
  push(t * x[1]);
  return pop() * pop();
}

static int Count;
static double *at(double *x, int i) {
  Count++;
  return x + (i + Count) % 3;
}
[[grad]] double counted(double *x, int) {
  Count = 0;
  double s = 0;
  for (int i = 0; i < 5; ++i) {
    *at(x, i) = *at(x, i + 1) * 0.5;
    s += *at(x, Count);
  }
  return s * Count;
}
static double &pick(double *x, int i) {
  ++Count;
  return x[i % 3];
}
[[grad]] double references(double *x, int) {
  Count = 0;
  pick(x, 1) *= pick(x, 2) * Count;
  pick(x, 0) = pick(x, 1) + pick(x, 2) * Count;
  return pick(x, 0) * x[Count % 3];
}

// Whole branches and loops, one in the other.
static int Turn;
static void turn() {
  if (Turn > 2) {
    Turn -= 2;
    if (Turn == 2)
      Turn = 0;
  } else {
    Turn += 3;
  }
}
[[grad]] double branches(double *x, int n) {
  Turn = 0;
  double s = 1;
  turn();
  s = s * x[Turn % n] + Turn;
  turn();
  s = s * x[Turn % n] + Turn;
  turn();
  s = s * s * x[Turn % n];
  turn();
  return s + x[Turn % n] * s;
}
static void skipToOdd() {
  while (Turn % 2 == 0)
    Turn = Turn / 2 + 1;
}
static void nextOdd() {
  Turn += 2;
  skipToOdd();
  Turn++;
  skipToOdd();
}
[[grad]] double loops(double *x, int n) {
  Turn = 4;
  nextOdd();
  double s = x[Turn % n] * x[0];
  nextOdd();
  s = s * s + x[Turn % n] * s;
  nextOdd();
  return s * x[Turn % n] * Turn;
}

// The globals hold what is differentiated.
static double State;
static double Trace[2];
static void decay() {
  State = 0.5 * std::cos(State) + Trace[0];
  Trace[0] = std::sin(State) + 0.3 * Trace[1] * Trace[0];
}
static void decayTwice() {
  decay();
  Trace[1] = std::tanh(Trace[0] * State);
  decay();
}
[[grad]] double states(double *x, int) {
  State = x[0];
  Trace[0] = x[1];
  Trace[1] = x[2];
  decayTwice();
  double s = State * x[1];
  decayTwice();
  for (int i = 0; i < 3; ++i) {
    decay();
    if (State > 0)
      decay();
    s += State * Trace[1];
  }
  return s;
}
static void normalize() {
  if (State > 1) {
    State = 1 / State;
    while (Trace[0] > 1)
      Trace[0] *= 0.5 * State;
  }
}
[[grad]] double normalized(double *x, int) {
  State = x[0] * 3;
  Trace[0] = x[1] * 9;
  normalize();
  double s = State * Trace[0];
  State += x[2] * 2;
  Trace[0] *= x[1] * 7;
  normalize();
  return s + State * Trace[0] * s;
}

int main() {
  NABLA_CHECK(check_array(stackMachine, stackMachine_grad, {0.5, 1.2, -0.3}));
  NABLA_CHECK(check_array(counted, counted_grad, {0.5, 1.2, -0.3}));
  NABLA_CHECK(check_array(references, references_grad, {0.5, 1.2, -0.3}));
  NABLA_CHECK(check_array(branches, branches_grad, {0.5, 1.2, -0.3}));
  NABLA_CHECK(check_array(loops, loops_grad, {0.5, 1.2, -0.3}));
  NABLA_CHECK(check_array(states, states_grad, {0.5, 0.7, 0.3}));
  NABLA_CHECK(check_array(normalized, normalized_grad, {0.6, 1.2, 0.8}));
  return nabla_test::result();
}
