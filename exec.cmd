@rem npm runs scripts by this shell on Windows, which has no exec: there it only means "run".
@%*
