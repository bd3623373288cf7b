"""The generators of streams, one row at a time, as their definition says: one module and one ``row`` each.

``row(t, seed, **parameters)`` gives the values of row t, its label by the rule, and its label after the noise.
"""
