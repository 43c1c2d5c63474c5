import './first-script.ts';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

// A second click does not send again what is on its way.
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
