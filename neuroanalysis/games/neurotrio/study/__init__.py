"""Questions of whoever designs rules and personal minimums, one file a subject."""
