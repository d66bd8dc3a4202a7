"""What happens in the tray while a roll is waited for; `vision/rolls.py` tells its life."""
