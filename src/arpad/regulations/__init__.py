"""The law: editions as data, rules written once, exact interpreters, the calendar, explanations. Pure and exact."""
