"""Accounts, decisions about them, and the site's own texts; knows nothing of games."""

from accounts.models.audit import AuditEntry
from accounts.models.ban import AccessBan
from accounts.models.mail import AccountMail, AddressReturn
from accounts.models.registration import LINK_NAME_MAX, NOTE_MAX, RegistrationLink, WaitingAccount
from accounts.models.sanctions import FOREVER, Appeal, DoubleAccount, Sanction
from accounts.models.site import Registration, SitePage, SiteState
from accounts.models.staff_alerts import StaffAlerts
from accounts.models.token import TOKEN_NAME_MAX, ApiToken
from accounts.models.traces import ErasedHandle, HeldAddress, NetworkTrace
from accounts.models.user import HANDLE_MAX, HANDLE_RULE, User, UserManager, validate_time_zone

__all__ = [
    "FOREVER",
    "HANDLE_MAX",
    "HANDLE_RULE",
    "LINK_NAME_MAX",
    "NOTE_MAX",
    "TOKEN_NAME_MAX",
    "AccessBan",
    "AccountMail",
    "AddressReturn",
    "ApiToken",
    "Appeal",
    "AuditEntry",
    "DoubleAccount",
    "ErasedHandle",
    "HeldAddress",
    "NetworkTrace",
    "Registration",
    "RegistrationLink",
    "Sanction",
    "SitePage",
    "SiteState",
    "StaffAlerts",
    "User",
    "UserManager",
    "WaitingAccount",
    "validate_time_zone",
]
