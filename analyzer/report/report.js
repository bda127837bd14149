"use strict";
// The name of a player, without the command below it.
const said = cell => (cell.querySelector("summary") || cell).textContent;

for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    heads.forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const number = head.classList.contains("number");
    const key = row => {
      const text = said(row.cells[column]);
      return number ? parseFloat(text.replace(/[,%\s]/g, "")) || 0 : text;
    };
    const rows = [...table.tBodies[0].rows].map(row => [key(row), row]);
    rows.sort(([a], [b]) => (number ? a - b : a.localeCompare(b)) * (down ? -1 : 1));
    table.tBodies[0].append(...rows.map(([, row]) => row));
  }));
}

const search = document.getElementById("search");
if (search) {
  const rows = [...document.querySelectorAll("tbody tr")];
  search.addEventListener("input", () => {
    const wanted = search.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !said(row.cells[0]).toLowerCase().includes(wanted);
    const left = rows.filter(row => !row.hidden).length;
    document.getElementById("matches").textContent = wanted ? `${left} found` : "";
  });
}
