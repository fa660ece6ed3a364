"""Real tasks on real applications, answered by a mind behind the model seam."""
