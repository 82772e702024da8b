// The page's half of neuroanalysis.widgets.panels: it shows HTML from Python and sends back what a
// person does with the parts of it that say so:
//   data-do, data-value   a button, a link or a field; a field's own value goes along
//   data-copy, data-done  copies a text, then shows the word for "copied"
//   data-picture          saves a picture of the panel under that name
//   data-kept             with data-do: a page without code fills it in again when loaded anew
//   data-rove             one stop of the Tab key; arrow keys move inside, one after the other
//   data-board            with it: arrow keys go where they point

const PATIENCE = 250; // ms of work before the page says that it works
const SECOND = 1000; // ms, the least between two estimates of the time that is left
const ENOUGH = { elapsed: 2000, share: 0.03, reports: 3 }; // what an estimate takes
const MOST_SEEN = 200; // reports that are remembered
const COPIED = 1500; // ms for which a button says that it has copied
const LARGEST = 100_000; // bytes of a file that is read
const ACTIVE = "button, input, select, textarea, summary, a[href]";

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

async function copy(words) {
  try {
    await navigator.clipboard.writeText(words);
  } catch {
    // A page that came without encryption from another machine has no clipboard of that kind.
    const field = element("textarea", { style: "position:fixed;opacity:0" });
    field.value = words;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

// How long work of which now and then a share is reported still goes on, in ms; null before there
// is enough to go by. It is judged by the later half of the time, as work may begin with a leap.
// Between two reports it counts down, as long as the next is not overdue.
function stopwatch() {
  let seen = [];
  let gap = 0;
  const last = () => seen[seen.length - 1];
  const begin = (now, share) => {
    seen = [{ now, share: Math.max(0, share) }];
    gap = 0;
  };
  return {
    begin,
    report(now, share) {
      if (share < last().share) begin(now, share); // another stage of the work
      if (share <= last().share) return;
      gap = Math.max(gap, now - last().now);
      if (seen.length > MOST_SEEN) seen = seen.filter((_, place) => place % 2 === 0);
      seen.push({ now, share });
    },
    left(now) {
      const [first, latest] = [seen[0], last()];
      if (now - first.now < ENOUGH.elapsed || latest.share <= ENOUGH.share) return null;
      if (seen.length <= ENOUGH.reports || latest.share >= 1) return null;
      const middle = (first.now + latest.now) / 2;
      const from = seen.findLast((one) => one.now <= middle);
      const since = now - latest.now;
      const overdue = Math.max(0, since - gap);
      const taken = latest.now - from.now + overdue;
      const whole = (taken * (1 - latest.share)) / (latest.share - from.share);
      return Math.max(0, whole - Math.min(since, gap));
    },
  };
}

// What is said of a time: seconds up to a minute and a half, then minutes, then hours.
function lasting(ms) {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds <= 90) return ["seconds", seconds];
  const minutes = Math.round(seconds / 60);
  return minutes <= 90 ? ["minutes", minutes] : ["hours", Math.round(minutes / 60)];
}

function save(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = element("a", { href: address, download: name, style: "display:none" });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// ---- A picture of a panel: its markup, with our rules and the colours in force, is drawn as SVG.

const SHARPNESS = 2; // pixels of the picture for one of the page
const LONGEST = 16_000; // pixels that a browser's canvas has at least
// What can be used but not looked at.
const UNPICTURED = ".na-unpictured, .na-spoken, .na-work, .na-button, select, input, textarea";

function ourRules() {
  const rules = [];
  for (const sheet of document.styleSheets) {
    try {
      for (const rule of sheet.cssRules) if (rule.cssText.includes(".na-")) rules.push(rule.cssText);
    } catch {
      // A sheet of another address cannot be read, and is not ours.
    }
  }
  return rules.join("\n");
}

function groundOf(node) {
  for (let at = node; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour && colour !== "transparent" && !/,\s*0\)$/.test(colour)) return colour;
  }
  return "#fff";
}

async function takePicture(root) {
  // As laid out, and not as enlarged for a lesson.
  const style = getComputedStyle(root);
  const width = parseFloat(style.width);
  const copied = root.cloneNode(true);
  for (const node of copied.querySelectorAll(UNPICTURED)) node.remove();
  // The height is that without the parts left out, so it is measured where nobody sees it.
  copied.style.cssText = `position:absolute;left:-100000px;top:0;width:${width}px`;
  root.parentElement.append(copied);
  const height = Math.ceil(parseFloat(getComputedStyle(copied).height));
  copied.remove();
  copied.style.cssText = `width:${width}px;font:${style.font};color:${style.color};`
    + `background:${groundOf(root)};color-scheme:${style.colorScheme}`;
  const rules = ourRules();
  const used = new Set((rules + copied.outerHTML).match(/--jp-[\w-]+/g) ?? []);
  for (const name of used) {
    const value = style.getPropertyValue(name);
    if (value) copied.style.setProperty(name, value);
  }
  const sheet = element("style");
  sheet.textContent = rules;
  copied.prepend(sheet);
  const holder = element("div");
  holder.innerHTML = `<svg width="${width}" height="${height}">`
    + '<foreignObject width="100%" height="100%"></foreignObject></svg>';
  holder.firstChild.firstChild.append(copied);
  const drawing = new XMLSerializer().serializeToString(holder.firstChild);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
  await image.decode();
  const sharp = Math.min(SHARPNESS, LONGEST / Math.max(width, height));
  const canvas = element("canvas", { width: Math.round(width * sharp), height: Math.round(height * sharp) });
  const pen = canvas.getContext("2d");
  pen.scale(sharp, sharp);
  pen.drawImage(image, 0, 0);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("no picture");
  return blob;
}

// ---- What was typed on a page without code. That begins a new kernel whenever it is loaded, in another
// language too; a notebook has cells that say what holds, and keeps nothing here.

const keepsTyped = () => document.querySelector(".na-page-links") !== null;
const keptUnder = (field) => `neuroanalysis ${location.pathname} ${field.dataset.do}`;

function keep(field) {
  if (!keepsTyped() || !field.value.trim()) return;
  try {
    sessionStorage.setItem(keptUnder(field), field.value);
  } catch {
    // A browser may forbid it; then the page begins as it does for everybody.
  }
}

function kept(field) {
  try {
    return keepsTyped() ? sessionStorage.getItem(keptUnder(field)) : null;
  } catch {
    return null;
  }
}

// What an element is, from one drawing to the next.
const keyOf = (node) =>
  node && [node.tagName, node.dataset.key ?? node.dataset.value, node.dataset.do].join("|");

function render({ model, el }) {
  const say = (name) => model.get("labels")[name] ?? "";
  // Numbered, for messages may overtake each other on their way.
  const view = Math.random().toString(36).slice(2);
  let sent = 0;
  const ask = (request) => model.send({ ...request, id: `${view}-${(sent += 1)}` });
  const content = element("div", { class: "na-content" });
  const bar = element("div", { class: "na-bar" }, element("div", { class: "na-done" }));
  const note = element("span", { class: "na-note", role: "status" });
  // Beside the note, and no part of it: a screen reader is not told every second.
  const left = element("span", { class: "na-left" });
  const stop = element("button", { type: "button", class: "na-button", onclick: () => ask({ do: "stop" }) });
  const work = element("div", { class: "na-work" }, note, bar, left, stop);
  const spoken = element("div", { class: "na-spoken", role: "status" });
  const root = element("div", { class: "na-panel", tabindex: "-1" }, work, content, spoken);

  // ---- Drawing

  function draw() {
    const focused = content.contains(document.activeElement) ? document.activeElement : null;
    const key = keyOf(focused);
    const place = [...content.querySelectorAll(ACTIVE)].indexOf(focused);
    const group = focused?.closest("[data-rove]")?.dataset.rove;
    const open = new Set([...content.querySelectorAll("details[open]")].map(keyOf));

    content.innerHTML = model.get("html");
    root.lang = say("language");
    for (const node of content.querySelectorAll("details")) node.open = open.has(keyOf(node));
    for (const node of root.querySelectorAll(`${ACTIVE}, [tabindex]`)) {
      // JupyterLab runs its shortcuts for a key pressed anywhere but on elements marked like this.
      node.setAttribute("data-lm-suppress-shortcuts", "true");
    }
    for (const list of content.querySelectorAll("[data-rove]")) rove(list);

    if (!focused) return;
    const now = [...content.querySelectorAll(ACTIVE)];
    const heir = now.find((node) => keyOf(node) === key)
      ?? (group && content.querySelector(`[data-rove="${group}"] button`))
      ?? now[Math.min(place, now.length - 1)];
    heir?.closest("[data-rove]") && rove(heir.closest("[data-rove]"), heir);
    (heir ?? root).focus({ preventScroll: true });
  }

  function rove(list, target) {
    const all = [...list.querySelectorAll("button")];
    for (const one of all) one.tabIndex = one === (target ?? all[0]) ? 0 : -1;
  }

  // The nearest button that way; what lies aside of it counts twice.
  function towards(from, all, key) {
    const across = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0;
    const down = { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0;
    const middle = (node) => {
      const box = node.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(from);
    let [nearest, least] = [null, Infinity];
    for (const one of all) {
      const [dx, dy] = [middle(one)[0] - x, middle(one)[1] - y];
      const ahead = dx * across + dy * down;
      const way = ahead + 2 * Math.abs(across ? dy : dx);
      if (ahead > 1 && way < least) [nearest, least] = [one, way];
    }
    return nearest;
  }

  // A text that is set again is a change to a screen reader, even if it is the same.
  const write = (node, words) => {
    if (node.textContent !== words) node.textContent = words;
  };

  const watch = stopwatch();
  function beginWork() {
    watch.begin(performance.now(), model.get("share"));
    write(left, "");
  }

  function drawLeft() {
    const ms = watch.left(performance.now());
    if (ms === null) {
      write(left, "");
      return;
    }
    const [unit, n] = lasting(ms);
    const words = { seconds: say("seconds_left"), minutes: say("minutes_left"), hours: say("hours_left") };
    write(left, words[unit].replace("{n}", n));
  }

  let timer = null;
  let ticking = null;
  function drawWork() {
    const working = model.get("working");
    write(note, working);
    write(stop, say("stop"));
    stop.hidden = !model.get("stoppable");
    const share = model.get("share");
    // A bar that stands at nothing looks broken; until there is something it only moves.
    const known = share > 0;
    watch.report(performance.now(), share);
    bar.classList.toggle("na-unknown", !known);
    bar.firstChild.style.width = known ? `${Math.round(100 * share)}%` : "";
    if (working) {
      bar.setAttribute("role", "progressbar");
      bar.setAttribute("aria-label", working);
      if (known) bar.setAttribute("aria-valuenow", String(Math.round(100 * share)));
      else bar.removeAttribute("aria-valuenow");
      timer ??= setTimeout(() => root.classList.add("na-working"), PATIENCE);
      ticking ??= setInterval(drawLeft, SECOND);
    } else {
      clearTimeout(timer);
      clearInterval(ticking);
      timer = ticking = null;
      root.classList.remove("na-working");
    }
  }

  function drawSpoken() {
    spoken.textContent = model.get("spoken");
  }

  // ---- What a person does

  content.addEventListener("click", (event) => {
    const node = event.target.closest("button");
    if (!node || node.getAttribute("aria-disabled") === "true") return;
    if (node.dataset.copy !== undefined) {
      copy(node.dataset.copy).then(() => {
        const words = node.textContent;
        node.textContent = node.dataset.done;
        spoken.textContent = node.dataset.done;
        setTimeout(() => { node.textContent = words; }, COPIED);
      });
    } else if (node.dataset.picture !== undefined) {
      takePicture(root).then((blob) => save(node.dataset.picture, blob)).catch(() => {
        spoken.textContent = node.dataset.failed;
        node.textContent = node.dataset.failed;
      });
    } else if (node.dataset.do) {
      ask({ do: node.dataset.do, value: node.dataset.value ?? "" });
    }
  });

  content.addEventListener("change", (event) => {
    const field = event.target.closest("[data-do]");
    if (!field) return;
    if (field.type === "file") {
      const [file] = field.files;
      field.value = "";
      if (!file) return;
      if (file.size > LARGEST) ask({ do: `${field.dataset.do}-large`, value: file.name });
      else file.text().then((text) => ask({ do: field.dataset.do, value: text }));
    } else {
      if (field.dataset.kept !== undefined) keep(field);
      const value = field.type === "checkbox" ? String(field.checked) : field.value;
      ask({ do: field.dataset.do, value });
    }
  });

  root.addEventListener("keydown", (event) => {
    const list = event.target.closest("[data-rove]");
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (list && step && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const all = [...list.querySelectorAll("button")];
      const next = list.dataset.board === undefined
        ? all[all.indexOf(event.target) + step]
        : towards(event.target, all, event.key);
      if (next) {
        rove(list, next);
        next.focus();
      }
      event.preventDefault();
    }
    // The notebook around must not take a key for one of its commands.
    if (event.key !== "Tab") event.stopPropagation();
  });

  const listeners = {
    "change:html change:labels": draw,
    "change:working change:share change:stoppable change:labels": drawWork,
    "change:task": beginWork,
    "change:spoken": drawSpoken,
  };
  for (const [events, listener] of Object.entries(listeners)) model.on(events, listener);
  const handed = ({ file, kind, content: words, view: to }) => {
    if (to === view) save(file, new Blob([words], { type: `${kind};charset=utf-8` }));
  };
  model.on("msg:custom", handed);
  draw();
  beginWork();
  drawWork();
  el.append(root);
  for (const field of content.querySelectorAll("[data-kept]")) {
    const value = kept(field);
    if (value !== null && value !== field.value) ask({ do: field.dataset.do, value });
  }
  return () => {
    clearTimeout(timer);
    clearInterval(ticking);
    for (const [events, listener] of Object.entries(listeners)) model.off(events, listener);
    model.off("msg:custom", handed);
  };
}

export default { render };
