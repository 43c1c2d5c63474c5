// Keeps the page current, and gives a mail the height it needs. The page works without it.
const LOOK_EVERY_MS = 1500;
let version = document.body.dataset.version;

async function look() {
  if (document.hidden) return;
  const current = await (await fetch('/version')).text();
  if (current === version) return;
  const answer = await fetch(location.href);
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = fresh.getElementById(part.id);
    // Nothing moves under a keyboard's focus.
    if (next && !part.contains(document.activeElement)) part.innerHTML = next.innerHTML;
  }
  version = current;
}

function stretch(frame) {
  const inside = frame.contentDocument?.documentElement;
  if (!inside) return;
  frame.style.height = '0'; // else a short mail keeps the height of its frame
  frame.style.height = `${inside.scrollHeight + frame.offsetHeight}px`;
}

for (const frame of document.querySelectorAll('iframe.paper')) {
  frame.addEventListener('load', () => stretch(frame));
  addEventListener('resize', () => stretch(frame));
  stretch(frame);
}

// In a long list, what is open is in sight.
const open = document.querySelector('.gallery [aria-current]');
const list = open?.closest('.gallery');
if (list) list.scrollTop = open.offsetTop - list.clientHeight / 2;

// A simulator that is being restarted is no reason to complain.
if (version) setInterval(() => look().catch(() => {}), LOOK_EVERY_MS);
