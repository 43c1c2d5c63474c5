// First of all: what signing in left in the address is gone before the page begins.
import './session-token.ts';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

const A_WHILE = 3_000;

// What is on its way is not sent again by a second click.
addEventListener(
  'submit',
  (event) => {
    if (event.submitter?.getAttribute('aria-disabled') !== 'true') return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

// For the day when we cannot be reached: nobody waits for it now, and where it is refused the browser's own page comes.
setTimeout(() => navigator.serviceWorker?.register('/offline-worker.js').catch(() => {}), A_WHILE);
