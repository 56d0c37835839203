// What names.ir mentions and does not declare.

const double scale = 2.0;
double verbatim(double, double, const char *, double);
