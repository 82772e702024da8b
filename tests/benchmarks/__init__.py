"""Speed, measured: `make bench`. As plain tests these run once on little work, and time nothing."""
