# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random numbers that depend on the seed alone, not on Python's version."""

MASK = (1 << 64) - 1


class Rng:
    """SplitMix64 (Steele, Lea, Flood 2014)."""

    def __init__(self, seed):
        self.state = seed & MASK

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, n):
        """An integer in [0, n)."""
        return (self.bits() * n) >> 64

    def between(self, low, high):
        """An integer in [low, high]."""
        return low + self.below(high - low + 1)

    def chance(self, percent):
        return self.below(100) < percent

    def pick(self, items):
        return items[self.below(len(items))]

    def weighted(self, pairs):
        """The value of one of (weight, value) with positive weight."""
        at = self.below(sum(weight for weight, _ in pairs))
        for weight, value in pairs:
            if at < weight:
                return value
            at -= weight
        raise AssertionError("weights are negative")

    def shuffled(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items
