"""How the weights in `vision/weights` are made. Needs the extra `train`; nothing else imports this."""
