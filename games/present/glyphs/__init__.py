"""What is drawn rather than typed: crystals, dwarves, signs. Inline SVG, coloured by `table.css`.

A glyph says nothing to those who listen to a page: beside it, once, stand the words.
"""
