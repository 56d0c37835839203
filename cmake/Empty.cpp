// Stands for sources that are not written yet.
