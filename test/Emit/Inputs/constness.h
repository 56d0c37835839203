// What constness.ir mentions in the user's own text.

void change(double &);
void look(double *);
