"""What goes between a run and its models: over the network, onto a recording, or from one."""
