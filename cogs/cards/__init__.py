"""Cards as people see them: the faces, and the emojis that bring them to Discord."""
