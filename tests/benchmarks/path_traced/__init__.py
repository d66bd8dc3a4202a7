"""Path-traced throws of dice that no net has learned from: drawn by Blender, another hand than ours.

`scenes` makes up what lies where, `blender` renders it (with Blender's own Python), `measure` reads it.
"""
