"""The Discord side: commands, tables, what people see."""
