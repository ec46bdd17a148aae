"use strict";
// Shows the table "In order of play" step by step. All it knows it takes from the rows: a hand is what its last row said.
(() => {
  const replay = document.querySelector("section.replay");
  const table = document.querySelector("table.play");
  const rows = [...table.querySelectorAll("tbody tr[id]")];
  if (!rows.length) return;
  const keys = [...table.querySelectorAll("thead th")].map((head) => head.dataset.key);
  const seats = [...replay.querySelectorAll("[data-seat]")];
  const kitty = replay.querySelector("[data-key=kitty]");
  const kittyBefore = kitty && kitty.textContent;
  const slider = replay.querySelector("input");
  const findingsOf = (row) => {
    const found = [];
    for (let next = row.nextElementSibling; next && !next.id; next = next.nextElementSibling) found.push(next);
    return found;
  };
  const withFindings = rows.map((row, i) => (findingsOf(row).length ? i : -1)).filter((i) => i >= 0);
  let step = 0;

  const copy = (from, to) => {
    to.replaceChildren(...[...from.childNodes].map((node) => node.cloneNode(true)));
    to.classList.toggle("amiss", from.classList.contains("amiss"));
  };

  const clear = () => {
    for (const place of replay.querySelectorAll(".board [data-key]")) {
      place.textContent = "";
      place.classList.remove("amiss");
    }
    if (kitty) kitty.textContent = kittyBefore;
  };

  // What a split takes off a hand lies on the new one, before that gets a card of its own.
  const part = (row, moved) => {
    const made = seats[row.dataset.made];
    const cards = document.createElement("span");
    cards.className = "cards";
    cards.append(moved.cloneNode(true));
    made.querySelector("[data-key=held]").replaceChildren(cards);
    made.querySelector("[data-key=stake]").textContent = row.dataset.staked;
  };

  const lay = (row) => {
    const seat = row.dataset.seat === undefined ? null : seats[row.dataset.seat];
    const moved = seat && row.dataset.made && seat.querySelector("[data-key=held] .cards > span:last-child");
    if (moved) part(row, moved);
    keys.forEach((key, column) => {
      const cell = row.cells[column];
      if (!key || !cell.hasChildNodes()) return;
      const wanted = row.dataset.of && (key === "paid" || key === "due") ? `${row.dataset.of}-${key}` : key;
      const place = key === "kitty" ? kitty : seat && seat.querySelector(`[data-key=${wanted}]`);
      if (place) copy(cell, place);
      if (place && (key === "paid" || key === "due") && row.dataset[key]) place.textContent = row.dataset[key];
    });
  };

  const atTheEnd = () => {
    for (const place of replay.querySelectorAll("[data-end]")) {
      if (place.dataset.key === "count") place.textContent = place.dataset.end;
      else if (place.textContent === "") {
        place.textContent = place.dataset.end;
        place.classList.add("amiss");
      }
    }
  };

  const say = (row) => {
    const said = replay.querySelector(".said");
    const sentence = document.createElement("p");
    copy(row.cells[1], sentence);
    const found = findingsOf(row).map((finding) => {
      const box = document.createElement("div");
      box.className = finding.className;
      copy(finding.cells[0], box);
      return box;
    });
    said.replaceChildren(sentence, ...found);
  };

  const show = (wanted) => {
    step = Math.max(0, Math.min(rows.length - 1, wanted));
    clear();
    rows.slice(0, step + 1).forEach(lay);
    if (step === rows.length - 1) atTheEnd();
    rows.forEach((row, i) => (i === step ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current")));
    seats.forEach((seat, i) => seat.classList.toggle("acts", rows[step].dataset.seat === String(i)));
    seats.forEach((seat) => seat.classList.toggle("waits", !seat.querySelector("[data-key=held]").hasChildNodes()));
    say(rows[step]);
    const next = rows[step + 1] && seats[rows[step + 1].dataset.seat];
    const name = next && next.querySelector("strong").firstElementChild.cloneNode(true);
    replay.querySelector(".next").replaceChildren(...(name ? ["Next: ", name] : []));
    const count = `Step ${step + 1} of ${rows.length}, event ${rows[step].id.slice(1)}`;
    replay.querySelector(".count").textContent = count;
    slider.value = step + 1;
    slider.setAttribute("aria-valuetext", count);
    for (const button of replay.querySelectorAll("[data-go]")) {
      const end = { first: 0, back: 0, forward: rows.length - 1, last: rows.length - 1 }[button.dataset.go];
      button.setAttribute("aria-disabled", String(step === end));
    }
  };

  const goes = {
    first: () => 0,
    back: () => step - 1,
    forward: () => step + 1,
    last: () => rows.length - 1,
    found: () => withFindings.find((i) => i > step) ?? withFindings[0] ?? step,
  };
  replay.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (button) show(goes[button.dataset.go]());
  });
  slider.max = rows.length;
  slider.addEventListener("input", () => show(slider.value - 1));
  document.addEventListener("keydown", (event) => {
    const inside = replay.contains(event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target === slider || (!inside && event.target.closest(".scroll, input, select, textarea"))) return;
    const go = { ArrowLeft: "back", ArrowRight: "forward", ...(inside ? { Home: "first", End: "last" } : {}) }[event.key];
    if (!go) return;
    event.preventDefault();
    show(goes[go]());
  });
  const fromAddress = () => {
    const place = rows.findIndex((row) => "#" + row.id === location.hash);
    if (place < 0) return false;
    show(place);
    replay.scrollIntoView({ block: "nearest" });
    return true;
  };
  addEventListener("hashchange", fromAddress);
  replay.hidden = false;
  show(0);
  if (location.hash) addEventListener("load", fromAddress);
})();
