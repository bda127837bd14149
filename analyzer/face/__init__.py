"""The functions that `import analyzer` shows; each module is imported when one of its names is used."""
