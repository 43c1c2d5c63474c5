import './first-script.ts';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { chooseLocale, type Locale } from '#messages/say.ts';

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

// The server has said which language the page is in; English is in the scripts themselves.
const language = document.documentElement.lang as Locale;
if (language !== 'en') {
  const messages = await fetch(`/messages/${language}`).then((answer) => answer.json());
  chooseLocale(language, (id) => messages[id]);
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
