"""The addresses of the regulations on the site: an edition, an article of it, a reading, an erratum."""

from __future__ import annotations

import re

from django.urls import reverse

from arpad.regulations.catalogue import shipped_names

_NOT_IN_AN_ADDRESS = re.compile(r"[^a-z0-9.]+")


def article_in_address(article: str) -> str:
    """Give an article as addresses have it.

    >>> article_in_address("8.3.2 (d)"), article_in_address("App. I 8.23 [2]")
    ('8.3.2-d', 'app.-i-8.23-2')
    """
    return _NOT_IN_AN_ADDRESS.sub("-", article.lower()).strip("-")


def edition_address(edition: str) -> str:
    """Give the address of an edition."""
    return reverse("site_edition", args=[edition])


def article_address(edition: str, article: str) -> str:
    """Give the address of an article as an edition has it; of the edition where no article is named.

    An edition of the office's own is on no page; where one is cited, the address is that of all editions.
    """
    if edition not in shipped_names():
        return reverse("site_regulations")
    name = article_in_address(article)
    return reverse("site_article", args=[edition, name]) if name else edition_address(edition)


def remark_address(remark: str) -> str:
    """Give the address of a reading or an erratum.

    >>> remark_in_address("E 13"), remark_in_address("R-005")
    ('e-13', 'r-005')
    """
    return reverse("site_remark", args=[remark_in_address(remark)])


def remark_in_address(remark: str) -> str:
    """Give a reading or an erratum as addresses have it."""
    return _NOT_IN_AN_ADDRESS.sub("-", remark.lower())
