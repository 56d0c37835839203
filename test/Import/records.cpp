// Golden lines: tools/update_checks.py BUILD test/Import/records.cpp
// RUN: %nabla-import-dump %s | FileCheck %s
//
// Structs: fields, nesting, copies, initialisers.

struct Vec {
  double x, y;
};
struct Body {
  Vec position, velocity[2];
  double mass = 1;
  int id;
};
struct Node {
  double value;
  Node *next;
};
namespace a::b {
struct Named {
  float f;
};
} // namespace a::b
double members(Body b, const Body *p, Body &r) {
  r.position.x = p->velocity[1].y;
  return b.mass * (*p).position.x;
}
// CHECK-LABEL: func @_Z7members4BodyPKS_RS_(
// CHECK-NEXT:   %r.position.x = %p->velocity[1].y;
// CHECK-NEXT:   return %b.mass * %p->position.x;
// CHECK-NEXT: }

Vec make(double x) {
  Vec v = {x}, w{x, 2 * x}, z{}, u;
  Vec c = v;
  u = w;
  v = Vec{1, x};
  v = {x, x};
  c = Vec();
  return {x, z.x};
}
// CHECK-LABEL: func @_Z4maked(
// CHECK-NEXT:   let record "Vec" %v = aggregate<record "Vec">{%x, 0.0};
// CHECK-NEXT:   let record "Vec" %w = aggregate<record "Vec">{%x, implicit<double>(2) * %x};
// CHECK-NEXT:   let record "Vec" %z = aggregate<record "Vec">{0.0, 0.0};
// CHECK-NEXT:   let record "Vec" %u;
// CHECK-NEXT:   let record "Vec" %c = %v;
// CHECK-NEXT:   %u = %w;
// CHECK-NEXT:   %v = aggregate<record "Vec">{implicit<double>(1), %x};
// CHECK-NEXT:   %v = aggregate<record "Vec">{%x, %x};
// CHECK-NEXT:   %c = aggregate<record "Vec">{};
// CHECK-NEXT:   return aggregate<record "Vec">{%x, %z.x};
// CHECK-NEXT: }

double defaults(double x) {
  Body b;
  Body c{};
  Body bodies[2] = {{{x, 1}, {{2, 3}}, 4}};
  return bodies[1].mass + Body{{x}}.position.x + make(x).y;
}
// CHECK-LABEL: func @_Z8defaultsd(
// CHECK-NEXT:   let record "Body" %b = aggregate<record "Body">{aggregate<record "Vec">{}, aggregate<record "Vec"[2]>{}, implicit<double>(1), 0};
// CHECK-NEXT:   let record "Body" %c = aggregate<record "Body">{aggregate<record "Vec">{0.0, 0.0}, aggregate<record "Vec"[2]>{}, implicit<double>(1), 0};
// CHECK-NEXT:   let record "Body"[2] %bodies = aggregate<record "Body"[2]>{aggregate<record "Body">{aggregate<record "Vec">{%x, implicit<double>(1)}, aggregate<record "Vec"[2]>{aggregate<record "Vec">{implicit<double>(2), implicit<double>(3)}}, implicit<double>(4), 0}, aggregate<record "Body">{aggregate<record "Vec">{0.0, 0.0}, aggregate<record "Vec"[2]>{}, implicit<double>(1), 0}};
// CHECK-NEXT:   let record "Body" %temporary = aggregate<record "Body">{aggregate<record "Vec">{%x, 0.0}, aggregate<record "Vec"[2]>{}, implicit<double>(1), 0};
// CHECK-NEXT:   call record "Vec" %make_result = @_Z4maked(%x);
// CHECK-NEXT:   return %bodies[1].mass + %temporary.position.x + %make_result.y;
// CHECK-NEXT: }

double list(Node *n) {
  double s = 0;
  for (; n; n = n->next)
    s += n->value;
  return s;
}
// CHECK-LABEL: func @_Z4listP4Node(
// CHECK-NEXT:   let double %s = implicit<double>(0);
// CHECK-NEXT:   while (implicit<bool>(%n)) {
// CHECK-NEXT:     %s += %n->value;
// CHECK-NEXT:   } step {
// CHECK-NEXT:     %n = %n->next;
// CHECK-NEXT:   }
// CHECK-NEXT:   return %s;
// CHECK-NEXT: }

float named(a::b::Named n) { return n.f; }
// CHECK-LABEL: func @_Z5namedN1a1b5NamedE(
// CHECK-NEXT:   return %n.f;
// CHECK-NEXT: }

double designated(double x) {
  Vec v = {.x = 1, .y = x};
  return v.y;
}
// CHECK-LABEL: func @_Z10designatedd(
// CHECK-NEXT:   let record "Vec" %v = aggregate<record "Vec">{implicit<double>(1), %x};
// CHECK-NEXT:   return %v.y;
// CHECK-NEXT: }
