"""Long work: a table of jobs, and the worker that carries them out."""
