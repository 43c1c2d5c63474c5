/**
 * The script of the pages that everyone may see: the session token, a form that is sent once, a form that sends itself,
 * and the gallery's dialog. Without it the same pages do the same by whole pages.
 */
import './first-script.ts';
import './gallery-script.ts';

const TRY_AGAIN = 200;

addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (form.method !== 'post') return;
  if (form.dataset.isSent !== undefined) return event.preventDefault();
  form.dataset.isSent = '';
  const button = event.submitter;
  if (button) {
    button.dataset.label = button.textContent;
    button.textContent = form.dataset.busyLabel ?? button.textContent;
    button.ariaBusy = 'true';
  }
  const lostLine = form.querySelector<HTMLElement>('[data-lost-line]');
  if (!lostLine) return;
  event.preventDefault();
  void sendIfReachable(form, lostLine);
});

// The browser shows a page that it remembers as it was left.
addEventListener('pageshow', forgetSent);

function forgetSent(): void {
  for (const form of document.forms) delete form.dataset.isSent;
  for (const button of document.querySelectorAll<HTMLElement>('[data-label]')) {
    button.textContent = button.dataset.label ?? '';
    button.ariaBusy = null;
    delete button.dataset.label;
  }
}

/** A form with a sentence about a lost connection shows that, and stays with all that was typed. */
async function sendIfReachable(form: HTMLFormElement, lostLine: HTMLElement): Promise<void> {
  lostLine.hidden = true;
  const isReachable = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  if (isReachable) return form.submit();
  lostLine.hidden = false;
  forgetSent();
}

// S8-35: an image that does not load is hidden. One that failed earlier had no listener.
addEventListener('error', ({ target }) => hideBroken(target), true);
for (const image of document.images) if (image.complete && image.naturalWidth === 0) hideBroken(image);

function hideBroken(target: EventTarget | null): void {
  if (target instanceof HTMLImageElement) target.hidden = true;
}

const ownForm = document.querySelector<HTMLFormElement>('form[data-submit-after]');
if (ownForm) setTimeout(submitItself, Number(ownForm.dataset.submitAfter), ownForm);

function submitItself(form: HTMLFormElement): void {
  // Signing in is not over while its token is fetched (app/check-token.ts).
  if (document.querySelector('.checking')) {
    setTimeout(submitItself, TRY_AGAIN, form);
    return;
  }
  // A person who comes back from the payment page has changed their mind: then the form does not send itself.
  const url = new URL(location.href);
  url.searchParams.delete('plan_type');
  history.replaceState(history.state, '', url);
  form.submit();
}
