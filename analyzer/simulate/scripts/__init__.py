"""Games written down hand by hand, for what chance hardly ever brings; played under any rule set."""
