"""The models of an office."""

from __future__ import annotations

from arpad.storage.models.accounts import (
    Account,
    FailedLogIn,
    Invitation,
    LogIn,
    RecoveryCode,
    RoleGrant,
    SecondFactor,
)
from arpad.storage.models.archived import ArchivedFile, Preview, Proof, ReportFile
from arpad.storage.models.book_rows import (
    MODELS,
    AdjustmentRow,
    BookFile,
    BookLogRow,
    BookRow,
    CoefficientRow,
    CorrectionRow,
    EventRow,
    ExclusionRow,
    ExemptionRow,
    FederationRow,
    GameRow,
    IssueRow,
    LineCorrectionRow,
    PartResultRow,
    PlayerRow,
    SuspensionRow,
    TableState,
)
from arpad.storage.models.jobs import Job
from arpad.storage.models.lists import ListVersion, RatingSystem, Standing
from arpad.storage.models.record import Asked, DecidedSetting, LogEntry, SealedValue

__all__ = [
    "MODELS",
    "Account",
    "AdjustmentRow",
    "ArchivedFile",
    "Asked",
    "BookFile",
    "BookLogRow",
    "BookRow",
    "CoefficientRow",
    "CorrectionRow",
    "DecidedSetting",
    "EventRow",
    "ExclusionRow",
    "ExemptionRow",
    "FailedLogIn",
    "FederationRow",
    "GameRow",
    "Invitation",
    "IssueRow",
    "Job",
    "LineCorrectionRow",
    "ListVersion",
    "LogEntry",
    "LogIn",
    "PartResultRow",
    "PlayerRow",
    "Preview",
    "Proof",
    "RatingSystem",
    "RecoveryCode",
    "ReportFile",
    "RoleGrant",
    "SealedValue",
    "SecondFactor",
    "Standing",
    "SuspensionRow",
    "TableState",
]
