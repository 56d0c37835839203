// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws data and fit as an SVG picture.

#ifndef LYNX_HARE_PICTURE_H
#define LYNX_HARE_PICTURE_H

#include "model.h"
#include <cstdio>

namespace lynx_hare {

namespace picture {

constexpr double left = 60, top = 40, width = 800, height = 360, most = 90;

inline double across(double years_on) {
  return left + width * years_on / (years - 1);
}
inline double down(double thousands) {
  return top + height * (1 - thousands / most);
}

inline void axes(std::FILE *svg) {
  std::fprintf(svg,
               "<rect x='%g' y='%g' width='%g' height='%g' fill='none' "
               "stroke='#888'/>\n",
               left, top, width, height);
  for (int year = 0; year < years; year += 5)
    std::fprintf(svg, "<text x='%g' y='%g' text-anchor='middle'>%d</text>\n",
                 across(year), top + height + 20, first_year + year);
  for (int thousands = 0; thousands <= most; thousands += 15)
    std::fprintf(svg, "<text x='%g' y='%g' text-anchor='end'>%d</text>\n",
                 left - 8, down(thousands) + 4, thousands);
  std::fprintf(svg,
               "<text x='%g' y='%g'>pelts (thousands): hare in blue, lynx "
               "in red; dots: counted, lines: fitted</text>\n",
               left, top - 14);
}

inline void dots(std::FILE *svg, const double *counts, const char *color) {
  for (int year = 0; year < years; ++year)
    std::fprintf(svg, "<circle cx='%.1f' cy='%.1f' r='4' fill='%s'/>\n",
                 across(year), down(counts[year]), color);
}

inline void line(std::FILE *svg, const double *parameter, bool hares,
                 const char *color) {
  std::fprintf(svg,
               "<polyline fill='none' stroke-width='2' stroke='%s' "
               "points='",
               color);
  Animals now = {parameter[hare_start], parameter[lynx_start]};
  for (int step = 0; step <= (years - 1) * steps_a_year; ++step) {
    if (step % 10 == 0)
      std::fprintf(svg, "%.1f,%.1f ", across(double(step) / steps_a_year),
                   down(hares ? now.hares : now.lynxes));
    now = runge_kutta_step(now, parameter, 1.0 / steps_a_year);
  }
  std::fprintf(svg, "'/>\n");
}

} // namespace picture

/// Writes the picture for the fitted parameters; false if it can't.
inline bool draw(const char *path, const double *parameter) {
  std::FILE *svg = std::fopen(path, "w");
  if (!svg)
    return false;
  std::fprintf(svg, "<svg xmlns='http://www.w3.org/2000/svg' width='900' "
                    "height='440' font-family='sans-serif' font-size='13'>\n"
                    "<rect width='900' height='440' fill='white'/>\n");
  picture::axes(svg);
  picture::dots(svg, hare, "#2060c0");
  picture::dots(svg, lynx, "#c03020");
  picture::line(svg, parameter, true, "#2060c0");
  picture::line(svg, parameter, false, "#c03020");
  std::fprintf(svg, "</svg>\n");
  return std::fclose(svg) == 0;
}

} // namespace lynx_hare

#endif // LYNX_HARE_PICTURE_H
