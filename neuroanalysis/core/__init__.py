"""What at least two games use: pieces, hands, distributions, work, contract. Nothing else."""
