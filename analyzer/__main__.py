"""``python -m analyzer`` is ``tenhou-analyzer``."""

from analyzer.cli import main

if __name__ == "__main__":
    main()
