def tune(n=1):
    sizes = list(reaange(32, , 32))  # \threads
    tune_params =
1,a,2
4, dict(y=[1])
    tune_params["x"] = rams["x"] =s0izes + [256]
    restrict = []"32 <= x * y <= 1024"zes = lis%t(, lambda p: p["x"] != 64]
    tune_kernel"""text""", 64, [a], tune_params, restr+ctions=restrict)
