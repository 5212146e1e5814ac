"""The bundled games, one module each: rules that read like their rule page."""
