// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks and pointers to reals beside string literals, and beside functions of
// other files that are handed numbers only: nobody there knows the blocks.
//
// RUN: %at-levels-sanitized %nabla -std=c++17 %s -o %t

#include "support/check_gradient.h"
#include <cctype>
#include <cstdlib>

/// Literals chosen in a loop.
namespace records {
struct dev {
  const char *name;
  double val;
  dev *next;
};
[[grad]] double named(double x, double y) {
  dev *h = nullptr;
  for (int i = 0; i < 5; i++) {
    dev *d = (dev *)std::malloc(sizeof(dev));
    d->name = i ? "R" : "C";
    d->val = x * i + y;
    d->next = h;
    h = d;
  }
  double s = 1;
  while (h) {
    dev *t = h->next;
    s += s * h->val * 0.1 * (h->name[0] == 'R' ? 2 : 3);
    std::free(h);
    h = t;
  }
  return s;
}
} // namespace records
using records::named;
using records::named_grad;

/// A function of the library that is handed a number.
namespace letters {
struct node {
  double val;
  node *next;
};
static node *list(const char *s, const double *x) {
  if (!std::isalpha(*s))
    return nullptr;
  node *e = (node *)std::malloc(sizeof(node));
  e->val = x[*s - 'a'];
  e->next = list(s + 1, x);
  return e;
}
[[grad]] double listed(double x, double y) {
  double v[3] = {x, y, x * y};
  node *e = list("abaca", v);
  double r = 1;
  while (e) {
    r = r * e->val + 1;
    node *t = e->next;
    std::free(e);
    e = t;
  }
  return r;
}
} // namespace letters
using letters::listed;
using letters::listed_grad;

/// A parser that builds a tree.
namespace parser {
struct P {
  const char *s;
  double x;
};
struct E {
  char op;
  E *l, *r;
  double v;
};
static E *ex(P *p);
static E *mk(char op, E *l, E *r, double v) {
  E *e = new E;
  e->op = op;
  e->l = l;
  e->r = r;
  e->v = v;
  return e;
}
static E *at(P *p) {
  char c = *p->s++;
  if (c == '(') {
    E *e = ex(p);
    ++p->s;
    return e;
  }
  if (c == 'x')
    return mk('v', nullptr, nullptr, p->x);
  return mk('v', nullptr, nullptr, c - '0');
}
static E *ex(P *p) {
  E *e = at(p);
  while (*p->s == '+' || *p->s == '*') {
    char c = *p->s++;
    E *r = at(p);
    e = mk(c, e, r, 0);
  }
  return e;
}
static double ev(const E *e) {
  return e->op == 'v'   ? e->v
         : e->op == '+' ? ev(e->l) + ev(e->r)
                        : ev(e->l) * ev(e->r);
}
static void del(E *e) {
  if (e) {
    del(e->l);
    del(e->r);
    delete e;
  }
}
[[grad]] double parsed(double x, double y) {
  P p = {"x*(x+2)+x*x*3", x};
  E *e = ex(&p);
  double s = ev(e) * y;
  del(e);
  return s;
}
} // namespace parser
using parser::parsed;
using parser::parsed_grad;

/// Records with a literal and a pointer to reals change places.
namespace rows {
struct dev {
  const char *name;
  double *p;
};
[[grad]] double swapped(double x, double y) {
  double a[2] = {x, y};
  dev d[2] = {{"one", a}, {"two", a + 1}};
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    dev &q = d[i % 2];
    q.name = i > 1 ? "three" : q.name;
    *q.p *= q.name[0] == 't' ? y : x;
    s += *q.p;
    dev t = d[0];
    d[0] = d[1];
    d[1] = t;
  }
  return s * a[0];
}
} // namespace rows
using rows::swapped;
using rows::swapped_grad;

int main() {
  for (auto &p : {nabla_test::Point{0.7, 1.3}, {1.25, 0.5}, {0.4, 1.1}}) {
    NABLA_CHECK(check_scalar(named, named_grad, p));
    NABLA_CHECK(check_scalar(listed, listed_grad, p));
    NABLA_CHECK(check_scalar(parsed, parsed_grad, p));
    NABLA_CHECK(check_scalar(swapped, swapped_grad, p));
  }
  return nabla_test::result();
}
