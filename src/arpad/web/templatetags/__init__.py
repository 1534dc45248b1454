"""What templates of the office can say besides what Django's can."""
