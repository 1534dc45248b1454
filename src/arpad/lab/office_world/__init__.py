"""A made-up rating office: three federations, their players, and two years of events whose reports are bytes."""
