// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of classes that Nabla does not look into, and that are given the
// address of what carries a derivative: they may write to it at any time.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

struct Doubler {
  double &at;
  Doubler(double &x) : at(x) {}
  ~Doubler() { at *= 2; }
};
[[grad]] double by_reference(double x) {
  // expected-error@+2 {{this statement may change 'x', which carries a derivative, and cannot be differentiated: 'Doubler'}}
  // expected-error@+1 {{the destructor of 'd' may do it}}
  Doubler d(x); // expected-error {{'d' of type 'Doubler' carries a derivative, and this type is not supported yet}}
  return x * x;
}

struct Pointed {
  Pointed(double *x) : at(x) {}
  double *at;
};
[[grad]] double by_pointer(double x) {
  double y[2] = {x, x * x};
  // expected-error@+1 {{this statement may change 'y', which carries a derivative, and cannot be differentiated}}
  Pointed p(y); // expected-error {{'p' of type 'Pointed' carries a derivative, and this type is not supported yet}}
  return y[0] * y[1];
}

// What only reads does not stand in the way.
struct Reader {
  Reader(const double &x) : big(x > 1) {}
  bool big;
};
[[grad]] double read(double x) {
  Reader r(x);
  return x * x;
}

// Blocks of their own are dissolved: the object would live longer.
struct Counted {
  int &n;
  Counted(int &n) : n(n) {}
  ~Counted() { ++n; }
};
[[grad]] double in_block(double x, int n) {
  {
    Counted c(n); // expected-error {{'c', whose destructor runs at the end of this block, cannot be differentiated; make the block a function of its own}}
  }
  return x * n;
}
[[grad]] double in_init(double x, int n) {
  if (Counted c(n); n > 0) // expected-error {{'c', whose destructor runs at the end of this block, cannot be differentiated; make the block a function of its own}}
    x *= 2;
  return x * n;
}

// What a temporary's destructor changes would come at another time.
static int Live = 0;
struct Tracked {
  Tracked() { ++Live; }
  ~Tracked() { --Live; }
  int now() const { return Live; }
};
static double use(const Tracked &, double x) { return x * Live; }
[[grad]] double handed_temporary(double x) {
  return use(Tracked(), x) * Live; // expected-error {{a temporary of class 'Tracked', whose destructor may change what others read, cannot be differentiated; make it a variable}}
}
[[grad]] double two_temporaries(double x) {
  return x * (Tracked().now() + // expected-error {{a temporary of class 'Tracked', whose destructor}}
              Tracked().now()); // expected-error {{a temporary of class 'Tracked', whose destructor}}
}
[[grad]] double variables(double x) {
  Tracked a, b;
  const Tracked &c = Tracked();
  return use(a, x) * use(b, x) * use(c, x);
}

struct Copied {
  int n = 0;
  Copied() = default;
  Copied(const Copied &o) : n(o.n) { ++Live; }
};
static double take(Copied c, // expected-error {{'c' is a copy, whose constructor may change what others read, and cannot be differentiated; take it by reference}}
                   double x) {
  return x * Live * c.n;
}
[[grad]] double copied(double x) {
  Copied c;
  return take(c, x); // expected-note {{while differentiating this call of 'take'}}
}

// What the library owns for somebody ends with it.
#include <memory>
#include <vector>
struct Closer {
  void operator()(int *p) const {
    --Live;
    delete p;
  }
};
[[grad]] double owned_in_block(double x) {
  {
    std::vector<Tracked> t(2); // expected-error {{'t', whose destructor runs at the end of this block, cannot be differentiated; make the block a function of its own}}
    x *= Live;
  }
  {
    std::unique_ptr<int, Closer> p(new int); // expected-error {{'p', whose destructor runs at the end of this block}}
    x *= Live;
  }
  std::unique_ptr<int> q(new int(2));
  {
    std::unique_ptr<int> r(new int(3)); // nobody notices
    x *= *q + *r;
  }
  return x * Live;
}
static double use(std::shared_ptr<int> p, double x) {
  return x * p.use_count();
}
[[grad]] double counted_owners(double x) {
  std::shared_ptr<int> p(new int(2));
  x = use(p, x);
  return use(std::make_shared<int>(1), x); // expected-error {{a temporary of class 'shared_ptr', whose destructor may change what others read, cannot be differentiated; make it a variable}}
}
