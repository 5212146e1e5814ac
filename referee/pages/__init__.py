"""The pages in `protocol/`: what of them the declarations say, and the samples and vectors beside them."""
