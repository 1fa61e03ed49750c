def tune(n=1):
    sizes = list(range(32, 129, 32))  # threads
    tune_params = dict(y=[1])
    tune_params["x"] = sizes + [256]
    restrict = ["32 <= x * y <= 1024", lambda p: p["x"] != 64]
    tune_kernel("k", """text""", 64, [a], tune_params, restrictions=restrict)
