"""Named queries; each takes the person who asks."""
