// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a callee makes and hands out, of what it was given by value, is followed
// (EndToEnd/recursive_blocks.cpp) unless it goes on to the caller's memory: then
// nobody has adjoints for it.
//
// RUN: %clang_plugin -std=c++17 -fsyntax-only -Xclang -verify %s

struct Node {
  double value;
  Node *next;
};
struct Chain {
  double value;
  void *next;
};

Node *chain(int n, double x) {
  Node *p = new Node; // #chain
  p->value = x;
  p->next = n ? chain(n - 1, x * 2) : nullptr;
  return p;
}
// expected-error@#chain {{this block outlives the function that is differentiated, so the adjoints of what it holds are not known; let the caller allocate it}}
[[grad]] void given(double x, Node **out) {
  *out = chain(3, x); // expected-note {{while differentiating this call of 'chain'}}
}

Node *linked(int n, double x) {
  if (n > 2)
    return linked(2, x);
  return new Node{x, nullptr}; // #linked
}
// expected-error@#linked {{this block outlives}}
[[grad]] double link(double x, Node *head) {
  head->next = linked(5, x); // expected-note {{this call of 'linked'}}
  return head->next->value;
}

void append(Node *&head, double x, int n) {
  if (n > 0 && head)
    return append(head->next, x, n - 1);
  Node *p = new Node; // #append
  p->value = x;
  p->next = head;
  head = p;
}
// expected-error@#append {{this block outlives}}
[[grad]] double add(double x, Node *head) {
  append(head->next, x, 2); // expected-note {{this call of 'append'}}
  return head->next->value;
}
[[grad]] double toItsOwn(double x) {
  Node *head = nullptr;
  append(head, x, 2);
  return head->value;
}

void put(Node **at, double x) {
  if (*at)
    return put(&(*at)->next, x);
  *at = new Node{x, nullptr}; // #put
}
void putFarther(Node *head, double x, int n) {
  if (n > 0)
    return putFarther(head, x, n - 1);
  put(&head->next, x); // expected-note {{this call of 'put'}}
}
// expected-error@#put {{this block outlives}}
[[grad]] double farther(double x, Node *head) {
  putFarther(head, x, 2); // expected-note {{this call of 'putFarther'}}
  return head->next->value;
}

Node *Kept;
Node *kept(double x, int n) {
  if (n) // expected-error@+1 {{global variable 'Kept' carries a derivative}}
    return kept(x, n - 1);
  // expected-error@+1 {{global variable 'Kept' carries a derivative}}
  Kept = new Node{x, nullptr};
  return Kept; // expected-error {{global variable 'Kept' carries a derivative}}
}
[[grad]] double inGlobal(double x) {
  Node *p = kept(x, 2); // expected-error {{global variable 'Kept' carries}}
  // expected-note@-1 3 {{this call of 'kept'}}
  return p->value;
}

void *untypedChain(int n, double x) {
  Chain *c = new Chain;
  c->value = x;
  c->next = n ? untypedChain(n - 1, 2 * x) : nullptr;
  return c;
}
extern "C" void *malloc(unsigned long);
namespace pool {
void *malloc(unsigned long);
}
[[grad]] double ofAnother(double x) {
  void *p = pool::malloc(8); // expected-error {{'malloc' returns a 'void *'}}
  double *d = (double *)p; // expected-error {{converted to another type}}
  *d = x;
  return *d;
}
[[grad]] double twoTypes(double x) {
  void *p = malloc(16); // expected-error {{'malloc' returns a 'void *' to what carries a derivative, and nobody knows what is there; convert it to a pointer to that at once, and use no other}}
  // expected-error@+1 {{converted to another type}}
  double *d = (double *)p;
  long *bits = (long *)p;
  *d = x;
  return *d + *bits;
}
[[grad]] double untyped(double x) {
  // expected-error@+2 {{'untypedChain' returns a 'void *' to what carries a derivative}}
  // expected-error@+1 {{converted to another type}}
  Chain *c = (Chain *)untypedChain(2, x);
  return c->value;
}
