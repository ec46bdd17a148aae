"use strict";
// Tables of the class "sorts" can be sorted by their heads and narrowed by words. Without this they read as they stand.
for (const table of document.querySelectorAll("table.sorts")) {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells], start = [...body.rows];
  const text = (row, i) => (row.cells[i] ? row.cells[i].textContent.trim() : "");
  // the first line of a cell ends with its amount; ahead of that stands the currency, whose name may hold digits
  const amount = (cell) => {
    const nodes = cell ? [...cell.childNodes] : [], end = nodes.findIndex((node) => node.tagName === "BR");
    const line = nodes.slice(0, end < 0 ? nodes.length : end).map((node) => node.textContent).join("").trim();
    const found = line.match(/^([+\u2212]?)(.*?)\u00a0?(\d[\d,]*(?:\.\d+)?)\D*$/);
    if (!found) return null;
    const much = +found[3].replace(/,/g, "");
    return { currency: found[2], much: found[1] === "\u2212" ? -much : much };
  };
  const first = (cell) => {
    const number = parseInt(cell ? cell.textContent : "", 10);
    return isNaN(number) ? null : { currency: "", much: number };
  };
  // among words an amount is an amount, and stands before them
  const word = (said) => {
    const plain = said.replace(/[\u00a0,]/g, "").replace(/^\u2212/, "-");
    if (said === "" || said === "\u2013") return null;
    return /^[+-]?\d+(\.\d+)?$/.test(plain) ? +plain : said.toLowerCase();
  };
  heads.forEach((head, i) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      // numbers begin with the greatest, words with the first; what is not known stands last either way
      const money = head.classList.contains("num"), numbers = money || head.classList.contains("no");
      const was = head.getAttribute("aria-sort");
      const up = was ? was === "descending" : !numbers, turn = up ? 1 : -1;
      const key = numbers ? (row) => (money ? amount : first)(row.cells[i])
        : (row) => word(row.cells[i] && row.cells[i].dataset.v || text(row, i));
      const keyed = start.map((row) => [key(row), row]);
      const compare = (a, b) => (typeof a !== typeof b ? (typeof a === "number" ? -1 : 1) : a < b ? -1 : a > b ? 1 : 0);
      // amounts of two currencies cannot be compared: they stand currency by currency, whichever way
      const order = (a, b) => (numbers ? compare(a.currency, b.currency) || compare(a.much, b.much) * turn
        : compare(a, b) * turn);
      keyed.sort(([a], [b]) => (a === null || b === null ? (a === null) - (b === null) : order(a, b)));
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      body.append(...keyed.map(([, row]) => row));
    });
  });
  if (start.length < 2) continue;
  const label = document.createElement("label"), field = document.createElement("input");
  const told = document.createElement("output");
  field.type = "search";
  field.autocomplete = "off";
  field.placeholder = table.id === "deals" ? "words, \"a whole cell\", or 12\u201317" : "words, or \"a whole cell\"";
  label.append("Show only rows with ", field);
  told.setAttribute("aria-live", "polite");
  const box = document.createElement("p");
  box.className = "narrow";
  box.append(label, told);
  table.closest(".scroll").before(box);
  // what is folded away is not searched
  const open = (cell) => [...cell.childNodes].map((node) => node.tagName === "DETAILS" ? "" : node.textContent).join("");
  // numbers as people type them: no minus sign of its own, nothing between thousands
  const typed = (shown) => shown.toLowerCase().replace(/\u2212/g, "-").replace(/(\d),(?=\d{3})/g, "$1");
  const said = start.map((row) => typed([...row.cells].map(open).join(" ")));
  const cells = start.map((row) => [...row.cells].map((cell) => typed(cell.textContent.trim())));
  const also = start.map((row) => (row.dataset.also || "").split("\n"));
  const marks = new Set(also.flat().map((mark) => mark.split(":")[0]));
  const number = start.map((row) => parseInt(row.querySelector("th.no")?.textContent, 10));
  // a test of a row, by its place: words, a "whole cell", -"none such", or numbers from 12–17
  const test = (word) => {
    const whole = word.match(/^(-?)"((?:[^"]|"")*)"$/), range = word.match(/^(\d+)[\u2013-](\d+)$/);
    if (whole) {
      const cell = whole[2].replaceAll("\"\"", "\"");
      // a mark means the rows that have it, whatever else stands in the others
      const marked = cell.includes(":") && marks.has(cell.split(":")[0]);
      return (i) => !whole[1] === (also[i].includes(cell) || !marked && cells[i].includes(typed(cell)));
    }
    if (range && table.id === "deals") return (i) => number[i] >= +range[1] && number[i] <= +range[2];
    return (i) => said[i].includes(typed(word));
  };
  const narrow = () => {
    const words = (field.value.match(/-?"(?:[^"]|"")*"|\S+/g) || []).map(test);
    let left = 0;
    start.forEach((row, i) => {
      const fits = words.every((word) => word(i));
      row.hidden = !fits;
      left += fits;
    });
    told.textContent = words.length ? `${left} of ${start.length} rows` : "";
  };
  field.addEventListener("input", narrow);
  table.addEventListener("narrow", (event) => { field.value = event.detail; narrow(); event.preventDefault(); });
}
// A number's link names a table, or a row of one, and behind ?show= what it is to be narrowed to.
const narrowed = (link) => {
  const place = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  const table = place && place.closest("table.sorts");
  if (!table) return false;
  const words = new URLSearchParams(link.search).get("show") || "", box = table.closest(".scroll");
  const heard = !table.dispatchEvent(new CustomEvent("narrow", { detail: words, cancelable: true }));
  if (place !== table) return false;
  (heard ? box.previousElementSibling : box).scrollIntoView();
  return true;
};
document.addEventListener("click", (event) => {
  const link = event.target.closest("main a[href*='#']");
  if (!link || link.pathname !== location.pathname || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (narrowed(link)) event.preventDefault();
});
if (location.hash) narrowed(location);
