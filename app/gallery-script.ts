/**
 * The gallery in the browser: a category says at once that it is loading, and an item opens in a dialog over the list,
 * under the address of its own page. Where that fails, the browser goes to the page.
 */
const address = () => location.pathname + location.search;
/** What the server sent. */
const sent = address();
const main = document.querySelector<HTMLElement>('main.shared');
let dialog: HTMLDialogElement | null = null;

main?.addEventListener('click', (event) => {
  const link = (event.target as Element).closest('a');
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const card = link.closest('.pub');
  if (card) {
    event.preventDefault();
    card.ariaBusy = 'true';
    void open(link.href, () => history.pushState(null, '', link.pathname)).finally(() => {
      card.ariaBusy = 'false';
    });
  } else if (link.closest('.tabs, .gallery-pages')) showLoading(link);
});

// Also after a reload of an item that was opened over the list: then the list is behind it in the history only.
addEventListener('popstate', () => {
  if (address() === sent) leaveDialog();
  else if (main) void open(location.href);
  else location.reload();
});

// A list that the browser remembers is not loading.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && main?.querySelector('section[aria-busy=true]')) location.reload();
});

/** @param beforeShown is called once the item has come */
async function open(href: string, beforeShown = () => {}): Promise<void> {
  const from = address();
  const item = await itemAt(href);
  // Something else was opened or closed meanwhile.
  if (address() !== from) return;
  if (!item) return location.assign(href);
  beforeShown();
  show(item);
}

/** @returns the item on a page; null where that page has none, or did not come */
async function itemAt(href: string): Promise<Element | null> {
  try {
    const response = await fetch(href);
    if (!response.ok) return null;
    return new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('article');
  } catch {
    return null;
  }
}

function show(item: Element): void {
  leaveDialog();
  const opened = document.createElement('dialog');
  dialog = opened;
  opened.className = 'dialog dialog-page';
  opened.setAttribute('aria-labelledby', item.getAttribute('aria-labelledby') ?? '');
  opened.append(...item.children);
  opened.addEventListener('click', (event) => {
    const isClose = (event.target as Element).closest('[data-close]') !== null;
    if (isClose) event.preventDefault();
    if (isClose || event.target === opened) opened.close();
  });
  // Not where Back closed it.
  opened.addEventListener('close', () => dialog === opened && history.back());
  main?.append(opened);
  opened.showModal();
}

function leaveDialog(): void {
  const left = dialog;
  dialog = null;
  // Closed before it goes: only then does the browser give the focus back.
  left?.close();
  left?.remove();
}

function showLoading(link: HTMLAnchorElement): void {
  main?.querySelector('section[aria-busy]')?.setAttribute('aria-busy', 'true');
  if (!link.closest('.tabs')) return;
  main?.querySelector('.tabs [aria-current]')?.removeAttribute('aria-current');
  link.ariaCurrent = 'page';
}
