// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts: of which fields a class consists that does not show its members.
// The plugin then takes its objects for records of these fields:
//
//   template <> struct nabla::layout<my::names::interval> {
//     static constexpr const char *spellings = "my::interval";
//     static constexpr const char *fields = "my::low, my::high";
//   };
//
// spellings   qualified names of classes or class templates, separated by
//             commas, without inline namespaces.
// fields      functions; called with an object, each yields a reference to a
//             field of it. In this order, braces around the fields' values have
//             to make an object, and empty ones an object of zeros.
//
// The class has to be trivially copyable. What its member functions and
// constructors do is told by substitute bodies (bodies.h), with the object as
// first parameter.

#ifndef NABLA_RULES_LAYOUT_H
#define NABLA_RULES_LAYOUT_H

#pragma GCC system_header

namespace nabla {

/// Specialized for each class that has a layout.
template <class Tag> struct layout;

} // namespace nabla

#endif // NABLA_RULES_LAYOUT_H
