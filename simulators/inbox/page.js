// Reloads what changed, and gives the frame of a mail its full height. The pages work without it.
const RELOAD_EVERY_MS = 1500;
let version = document.body.dataset.version;

async function reload() {
  if (document.hidden) return;
  const current = await (await fetch('/version')).text();
  if (current === version) return;
  const answer = await fetch(location.href);
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = fresh.getElementById(part.id);
    // What has the keyboard's focus stays as it is.
    if (next && !part.contains(document.activeElement)) part.innerHTML = next.innerHTML;
  }
  version = current;
}

function fitHeight(frame) {
  const inside = frame.contentDocument?.documentElement;
  if (!inside) return;
  frame.style.height = '0'; // otherwise a short mail keeps the height of the frame
  frame.style.height = `${inside.scrollHeight + frame.offsetHeight}px`;
}

for (const frame of document.querySelectorAll('iframe.paper')) {
  frame.addEventListener('load', () => fitHeight(frame));
  addEventListener('resize', () => fitHeight(frame));
  fitHeight(frame);
}

// Scrolls a long list to the open mail.
const open = document.querySelector('.gallery [aria-current]');
const list = open?.closest('.gallery');
if (list) list.scrollTop = open.offsetTop - list.clientHeight / 2;

// The simulators may be restarting: the next try will work.
if (version) setInterval(() => reload().catch(() => {}), RELOAD_EVERY_MS);
