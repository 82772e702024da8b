// The page's half of neuroanalysis.widgets.picker: it draws the traits and sends requests.
// It never changes the selection itself; every click is a request, and the answer is new traits.

const TRAITS = { hand: "counts", kept: "kept", laid: "laid", turned: "turned", seen: "seen" };
// Up to so many copies are drawn as marks, one a copy; more are written as a number.
const MOST_MARKS = 4;
const PATIENCE = 700; // ms without an answer before the page says that it waits

const ICONS = {
  undo: "M9 7H4V2M4.5 7A8 8 0 1 1 4 14",
  redo: "M13 7h5V2M17.5 7A8 8 0 1 0 18 14",
  clear: "M5 5l12 12M17 5L5 17",
  deal: "M3 6l9-3 3 12-9 3zM16 6l4 1-3 11-3-1",
};

const fill = (template, values) =>
  (template ?? "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

// JupyterLab runs its shortcuts for a key pressed anywhere but on elements marked like this.
const button = (attributes, ...children) =>
  element("button", { type: "button", "data-lm-suppress-shortcuts": "true", ...attributes }, ...children);

function icon(path) {
  const span = element("span", { class: "na-icon", "aria-hidden": "true" });
  span.innerHTML = `<svg viewBox="0 0 22 20" width="15" height="14" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`;
  return span;
}

const mark = (role) => element("span", { class: `na-mark na-mark-${role}`, "aria-hidden": "true" });

// One of the buttons is reached with Tab; arrow keys go from there to the others.
function rove(buttons, target) {
  for (const one of buttons) one.tabIndex = one === target ? 0 : -1;
}

function render({ model, el }) {
  const labels = () => model.get("labels");
  const say = (name, values = {}) => fill(labels()[name], values);
  const roles = () => model.get("roles");
  const counts = (role) => model.get(TRAITS[role]);
  const wholes = () => roles().filter((role) => !role.part_of);
  const cardsOf = (role) => counts(role).reduce((sum, n) => sum + n, 0);

  // ---- Requests and their answers

  const view = Math.random().toString(36).slice(2);
  const waiting = new Map();
  let sent = 0;
  let timer = null;

  function ask(request, answered = () => {}) {
    const id = `${view}-${(sent += 1)}`;
    waiting.set(id, answered);
    model.send({ ...request, id });
    timer ??= setTimeout(() => root.classList.add("na-waiting"), PATIENCE);
  }

  function onAnswer(content) {
    const answered = waiting.get(content?.answer);
    if (!answered) return;
    waiting.delete(content.answer);
    if (!waiting.size) {
      clearTimeout(timer);
      timer = null;
      root.classList.remove("na-waiting");
    }
    answered(content.done);
    // The same mistake twice is no change of the message, which Escape may have hidden.
    drawError();
  }

  // What has just happened to a card, for a screen reader; sighted people see it.
  const announce = (kind) => () => {
    spoken.textContent = `${model.get("names")[kind]}, ${stateOf(kind)}. ${total("hand")}`;
  };
  const add = (kind, role) => ask({ do: "add", kind, role }, announce(kind));
  const remove = (kind, role) => ask({ do: "remove", kind, role }, announce(kind));

  function total(role) {
    const n = cardsOf(role);
    return say(n === 1 ? "one" : "many", { n });
  }

  function stateOf(kind) {
    const held = roles().filter((role) => counts(role.name)[kind]);
    const parts = held.map((role) =>
      say("state", { n: counts(role.name)[kind], role: say(role.name) }));
    return [...parts, say("free", { n: model.get("copies")[kind] - usedOf(kind) })].join(", ");
  }

  function usedOf(kind) {
    const users = roles().filter((role) => role.uses_copies);
    return users.reduce((sum, role) => sum + counts(role.name)[kind], 0);
  }

  // ---- Fixed parts

  const modes = element("div", { class: "na-modes", role: "group" });
  const table = element("div", { class: "na-table", role: "group" });
  const tray = element("div", { class: "na-tray" });
  const line = element("input", {
    type: "text", class: "na-line", spellcheck: "false", autocomplete: "off",
    autocapitalize: "none", "data-lm-suppress-shortcuts": "true",
  });
  const apply = button({ class: "na-button", onclick: () => submit() });
  const form = element("div", { class: "na-form" }, line, apply);
  const tools = element("div", { class: "na-tools", role: "group" });
  const error = element("div", { class: "na-error", role: "alert" });
  const busy = element("div", { class: "na-busy", role: "status" });
  const spoken = element("div", { class: "na-spoken", role: "status" });
  const root = element("div", { class: "na-picker", role: "group" },
    modes, table, tray, form, error, tools, busy, spoken);

  error.id = `na-error-${view}`;
  line.setAttribute("aria-describedby", error.id);

  // ---- The table of kinds

  let grid = []; // rows of buttons or null, all panes together, for the arrow keys
  let buttons = []; // by kind

  function drawTable() {
    const focused = buttons.findIndex((one) => one === document.activeElement);
    const tabbed = Math.max(0, buttons.findIndex((one) => one?.tabIndex === 0));
    grid = [];
    buttons = [];
    table.replaceChildren();
    for (const panes of model.get("panes")) {
      const band = element("div", { class: "na-band" });
      const first = grid.length;
      for (const pane of panes) {
        const columns = Math.max(...pane.rows.map((row) => row.length));
        const cells = element("div", { class: "na-cells" });
        cells.style.setProperty("--na-columns", columns);
        pane.rows.forEach((row, at) => {
          grid[first + at] ??= [];
          for (let column = 0; column < columns; column += 1) {
            const kind = row[column] ?? null;
            const one = kind === null ? null : cardButton(kind);
            grid[first + at].push(one);
            cells.append(one ?? element("span"));
          }
        });
        const box = element("div", { class: "na-pane", role: "group", "aria-label": pane.title },
          element("div", { class: "na-title", "aria-hidden": "true" }, pane.title), cells);
        box.style.setProperty("--na-columns", columns);
        box.style.flexGrow = columns;
        band.append(box);
      }
      table.append(band);
    }
    rove(buttons, buttons[tabbed]);
    if (focused >= 0) buttons[focused]?.focus();
  }

  function cardButton(kind) {
    const one = button({
      class: "na-card",
      onclick: (event) => (event.shiftKey ? remove : add)(kind, model.get("mode")),
      oncontextmenu: (event) => {
        event.preventDefault();
        event.stopPropagation();
        remove(kind, model.get("mode"));
      },
      onfocus: () => rove(buttons, one),
      onkeydown: (event) => onCardKey(event, kind),
    });
    one.innerHTML = model.get("svgs")[kind];
    one.firstElementChild?.setAttribute("aria-hidden", "true");
    one.querySelector("title")?.remove(); // the button has its own name and tooltip
    one.append(element("span", { class: "na-marks", "aria-hidden": "true" }));
    buttons[kind] = one;
    return one;
  }

  function onCardKey(event, kind) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const role = model.get("mode");
    switch (event.key) {
      case "Enter": case " ": case "+": case "=": add(kind, role); break;
      case "Backspace": case "Delete": case "-": remove(kind, role); break;
      default: {
        const target = neighbour(buttons[kind], event.key);
        if (!target) return;
        target.focus();
      }
    }
    event.preventDefault();
  }

  // The nearest button in a direction; empty places are stepped over.
  function neighbour(from, key) {
    const row = grid.findIndex((cells) => cells.includes(from));
    const column = grid[row].indexOf(from);
    const last = grid[row].length - 1;
    const scan = (start, step, stop, at) => {
      for (let i = start; step > 0 ? i <= stop : i >= stop; i += step) if (at(i)) return at(i);
      return null;
    };
    const inRow = (i) => grid[row][i];
    const inColumn = (i) => grid[i][Math.min(column, grid[i].length - 1)];
    switch (key) {
      case "ArrowRight": return scan(column + 1, 1, last, inRow);
      case "ArrowLeft": return scan(column - 1, -1, 0, inRow);
      case "ArrowDown": return scan(row + 1, 1, grid.length - 1, inColumn);
      case "ArrowUp": return scan(row - 1, -1, 0, inColumn);
      case "Home": return scan(0, 1, last, inRow);
      case "End": return scan(last, -1, 0, inRow);
      default: return null;
    }
  }

  function marksOf(kind) {
    const marks = [];
    for (const { name } of wholes()) {
      const part = roles().find((role) => role.part_of === name);
      const marked = part ? counts(part.name)[kind] : 0;
      for (let i = 0; i < counts(name)[kind]; i += 1) marks.push(i < marked ? part.name : name);
    }
    return marks;
  }

  function drawMarks() {
    buttons.forEach((one, kind) => {
      const marks = marksOf(kind);
      const copies = model.get("copies")[kind];
      const place = one.lastElementChild;
      if (copies > MOST_MARKS) {
        place.textContent = marks.length ? `${marks.length}/${copies}` : "";
      } else {
        const free = Array(Math.max(0, copies - usedOf(kind))).fill("free");
        place.replaceChildren(...[...marks, ...free].map(mark));
      }
      const role = say(model.get("mode"));
      one.setAttribute("aria-pressed", String(counts(model.get("mode"))[kind] > 0));
      one.setAttribute("aria-label", `${model.get("names")[kind]}, ${stateOf(kind)}`);
      one.classList.toggle("na-held", counts("hand")[kind] > 0);
      one.title = say("add", { card: `${model.get("names")[kind]} (${model.get("codes")[kind]})`, role });
    });
  }

  // ---- What is picked

  function drawTray() {
    // A card that is taken away by key or click hands the focus on to the one that takes its place.
    const before = [...tray.querySelectorAll("button")];
    const focused = before.indexOf(document.activeElement);
    const tabbed = Math.max(0, before.findIndex((one) => one.tabIndex === 0));
    tray.replaceChildren();
    for (const { name } of wholes()) {
      if (name !== "hand" && !cardsOf(name)) continue;
      const cards = element("div", { class: "na-cards" });
      const part = roles().find((role) => role.part_of === name);
      counts(name).forEach((n, kind) => {
        const marked = part ? counts(part.name)[kind] : 0;
        for (let i = 0; i < n; i += 1) cards.append(trayButton(kind, name, i < marked && part));
      });
      if (name === "hand" && !cards.firstChild) {
        cards.append(element("span", { class: "na-none" }, say("none")));
      }
      tray.append(element("div", { class: "na-pile", role: "group", "aria-label": say(name) },
        element("div", { class: "na-title" }, mark(name), ` ${say(name)} · ${total(name)}`), cards));
    }
    const after = [...tray.querySelectorAll("button")];
    rove(after, after[Math.min(tabbed, after.length - 1)]);
    if (focused >= 0) (after[Math.min(focused, after.length - 1)] ?? buttons[0])?.focus();
  }

  function trayButton(kind, place, part) {
    // In a mode which makes something of this pile's cards a click does that; else it takes away.
    const mode = roles().find((role) => role.name === model.get("mode"));
    const gives = mode && (mode.part_of === place || mode.takes_from === place) &&
      !(part && part.name === mode.name);
    const role = gives || (part && part.name === mode?.name) ? mode.name : place;
    const say_it = say(gives ? "give" : "take", {
      card: model.get("names")[kind], role: say(role),
    });
    const one = button({
      class: "na-card",
      title: say_it,
      "aria-label": part ? `${say_it} (${say(part.name)})` : say_it,
      onclick: () => (gives ? add : remove)(kind, role),
      oncontextmenu: (event) => {
        event.preventDefault();
        event.stopPropagation();
        remove(kind, place);
      },
      onfocus: () => rove(tray.querySelectorAll("button"), one),
      onkeydown: (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const all = [...tray.querySelectorAll("button")];
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (step) all[all.indexOf(one) + step]?.focus();
        else if (["Backspace", "Delete", "-"].includes(event.key)) remove(kind, place);
        else return;
        event.preventDefault();
      },
    });
    one.innerHTML = model.get("svgs")[kind];
    one.firstElementChild?.setAttribute("aria-hidden", "true");
    one.querySelector("title")?.remove();
    if (part) one.append(element("span", { class: "na-flag", "aria-hidden": "true" }, mark(part.name)));
    return one;
  }

  // ---- Modes, tools, text

  function drawModes() {
    modes.hidden = roles().length < 2;
    modes.setAttribute("aria-label", say("roles"));
    const focused = [...modes.children].indexOf(document.activeElement);
    modes.replaceChildren(...roles().map(({ name }) => button({
      class: "na-mode",
      title: say(`${name}_hint`),
      "aria-pressed": String(model.get("mode") === name),
      onclick: () => ask({ do: "mode", role: name }),
    }, mark(name), say(name))));
    if (focused >= 0) modes.children[focused].focus();
  }

  let undo = null;
  let redo = null;
  function drawTools() {
    const deals = model.get("deal_sizes").map((n) => button({
      class: "na-button", title: say("deal_hint", { n }), onclick: () => ask({ do: "deal", size: n }),
    }, icon(ICONS.deal), say("deal", { n })));
    const tool = (name) => button({ class: "na-button", onclick: () => ask({ do: name }) },
      icon(ICONS[name]), say(name));
    undo = tool("undo");
    redo = tool("redo");
    undo.setAttribute("aria-keyshortcuts", "Control+Z");
    redo.setAttribute("aria-keyshortcuts", "Control+Shift+Z");
    tools.replaceChildren(...deals, undo, redo, tool("clear"));
    drawReach();
  }

  // aria-disabled rather than disabled: a button that is pressed to its end keeps the focus.
  function drawReach() {
    undo.setAttribute("aria-disabled", String(!model.get("can_undo")));
    redo.setAttribute("aria-disabled", String(!model.get("can_redo")));
  }

  let edited = false;
  function drawLine() {
    if (!edited) line.value = model.get("text");
  }

  function submit() {
    ask({ do: "submit", line: line.value }, (done) => {
      if (!done) return;
      edited = false;
      drawLine();
    });
  }

  line.addEventListener("input", () => {
    edited = line.value !== model.get("text");
  });
  line.addEventListener("keydown", (event) => {
    if (event.key === "Enter") submit();
    else if (event.key === "Escape") {
      edited = false;
      drawLine();
      error.textContent = "";
      line.setAttribute("aria-invalid", "false");
    }
  });

  function drawError() {
    error.textContent = model.get("message");
    line.setAttribute("aria-invalid", String(Boolean(model.get("message")) && edited));
  }

  function drawTexts() {
    const language = labels().language ?? "";
    // What was said last was said in the language of before.
    if (root.lang !== language) spoken.textContent = "";
    root.lang = language;
    root.setAttribute("aria-label", say("label"));
    table.setAttribute("aria-label", say("cards"));
    line.setAttribute("aria-label", say("text"));
    line.placeholder = say("placeholder");
    apply.textContent = say("apply");
    tools.setAttribute("aria-label", say("label"));
    busy.textContent = say("busy");
  }

  root.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !(event.target === line && edited)) {
      const key = event.key.toLowerCase();
      const name = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : null;
      if (name) {
        event.preventDefault();
        ask({ do: name });
      }
    }
    // The notebook around must not take a key for one of its commands.
    if (event.key !== "Tab") event.stopPropagation();
  });

  // ---- One redraw for however many traits changed

  let due = false;
  function redraw() {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      drawMarks();
      drawTray();
      drawReach();
      drawLine();
      drawError();
    });
  }

  function redrawAll() {
    drawTexts();
    drawModes();
    drawTools();
    drawTable();
    redraw();
  }

  const listeners = {
    "msg:custom": onAnswer,
    "change:labels change:panes change:svgs change:names": redrawAll,
    "change:roles change:copies change:deal_sizes": redrawAll,
    "change:mode": () => {
      drawModes();
      redraw();
    },
    "change:counts change:kept change:laid change:turned change:seen": redraw,
    "change:text change:message change:can_undo change:can_redo": redraw,
  };
  for (const [events, listener] of Object.entries(listeners)) model.on(events, listener);

  redrawAll();
  el.append(root);

  return () => {
    clearTimeout(timer);
    for (const [events, listener] of Object.entries(listeners)) model.off(events, listener);
  };
}

export default { render };
