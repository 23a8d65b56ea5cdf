"""Skill, seasons, leaders and profiles."""
