"""A program that speaks GTP, started and watched by us."""

from katachi.gtp.program.confinement import Limits
from katachi.gtp.program.program import GtpProgram, Reply

__all__ = ["GtpProgram", "Limits", "Reply"]
