/* Sorts tables by their columns and finds players. A page is whole without it; a site serves it as a file of its own.
   It has neither of the signs that begin markup in it, so that a page can hold it and stay well-formed. */
(function () {
  "use strict";

  const KEY = /(?:player|working)-(.+)$/;
  const NEXT = { none: "ascending", ascending: "descending", descending: "none" };

  function plain(text) {
    return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().trim();
  }

  function number(text) {
    const written = text.replace(/\u2212/g, "-").replace(/[\s+]/g, "").replace("\u00bd", ".5");
    return written === "" ? NaN : Number(written);
  }

  function isText(head) {
    return head.classList.contains("name") || head.classList.contains("text");
  }

  /* A name goes by its link, before which a title may stand. */
  function value(row, place, asText) {
    const cell = row.cells[place];
    const read = asText ? plain((cell.querySelector("a") || cell).textContent) : number(cell.textContent);
    return read === "" || Number.isNaN(read) ? null : read;
  }

  /* Rows without a value stay last, whichever way it goes; equal ones keep the order of the page. */
  function sorted(rows, place, asText, step) {
    const keyed = rows.map((row, index) => ({ row, index, key: value(row, place, asText) }));
    keyed.sort((left, right) => {
      if (left.key === null || right.key === null) {
        return Number(left.key === null) - Number(right.key === null) || left.index - right.index;
      }
      const apart = asText ? left.key.localeCompare(right.key) : left.key - right.key;
      return step * apart || left.index - right.index;
    });
    return keyed.map((line) => line.row);
  }

  function makeSortable(table) {
    const body = table.tBodies[0];
    const rows = Array.from(body.rows);
    const heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach((head, place) => {
      if (head.textContent.trim() === "") return;
      /* No button element: Chromium does not repeat one with the head of a table on the next sheet of paper. */
      const button = document.createElement("span");
      button.setAttribute("role", "button");
      button.tabIndex = 0;
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") if (event.key !== " ") return;
        event.preventDefault();
        button.click();
      });
      button.addEventListener("click", () => {
        const order = NEXT[head.getAttribute("aria-sort") || "none"];
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        if (order === "none") {
          body.append(...rows);
          return;
        }
        head.setAttribute("aria-sort", order);
        body.append(...sorted(rows, place, isText(head), order === "ascending" ? 1 : -1));
      });
    });
  }

  function keyOf(item) {
    const linked = item.id ? item : item.querySelector("[id]") || item.querySelector("a[href*='#']");
    const matched = linked ? KEY.exec(linked.id || linked.getAttribute("href")) : null;
    return matched ? matched[1] : null;
  }

  function wordsOf(item) {
    if (item.tagName === "DETAILS") return item.querySelector("summary").textContent;
    const heads = item.closest("table").tHead.rows[0].cells;
    return Array.from(item.cells).filter((cell, place) => isText(heads[place])).map((cell) => cell.textContent).join(" ");
  }

  /* What is about a player, in whichever table, is shown or hidden together. */
  function grouped() {
    const groups = new Map();
    document.querySelectorAll("table.filtered tbody tr, details.filtered").forEach((item, place) => {
      if (item.querySelector("th.group")) return;
      const key = keyOf(item) || "row " + place;
      const group = groups.get(key) || { words: "", items: [] };
      const heading = item.tagName === "TR" ? item.parentNode.querySelector("th.group") : null;
      group.words += " " + plain(wordsOf(item)) + " " + (heading ? plain(heading.textContent) : "") + " " + plain(key);
      group.items.push(item);
      groups.set(key, group);
    });
    return groups;
  }

  function hideEmptyGroups() {
    document.querySelectorAll("table.filtered th.group").forEach((heading) => {
      const rows = Array.from(heading.closest("tbody").rows).slice(1);
      heading.parentNode.hidden = rows.every((row) => row.hidden);
    });
  }

  function makeFinder(place) {
    const label = document.createElement("label");
    const field = document.createElement("input");
    const count = document.createElement("span");
    let groups = null;
    field.type = "search";
    count.setAttribute("role", "status");
    label.append(place.dataset.label + " ", field);
    place.append(label, " ", count);
    field.addEventListener("input", () => {
      groups = groups || grouped();
      const asked = plain(field.value).split(/\s+/);
      let shown = 0;
      groups.forEach((group) => {
        const fits = asked.every((word) => group.words.includes(word));
        shown += fits ? 1 : 0;
        group.items.forEach((item) => { item.hidden = !fits; });
      });
      hideEmptyGroups();
      count.textContent = field.value.trim() === "" ? "" : shown + " of " + groups.size;
    });
  }

  function openTarget() {
    const target = document.getElementById(location.hash.slice(1));
    const around = target ? target.closest("details") : null;
    if (around) around.open = true;
  }

  function start() {
    document.querySelectorAll("table.sortable").forEach(makeSortable);
    document.querySelectorAll(".finder").forEach(makeFinder);
    window.addEventListener("hashchange", openTarget);
    openTarget();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
