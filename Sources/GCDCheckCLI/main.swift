print("gcdcheck")
