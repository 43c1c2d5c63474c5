/** The pages of an account that are opened from a mail: plain, for they may open in a mail program's own window. */
import { STATUS } from '#app/http/errors.ts';
import type { ErrorCode, FieldError } from '#domain/errors.ts';
import type { Confirmation } from '#services/accounts/email-address.ts';
import { type Html, html } from '#services/mails/html.ts';
import { emptyEnvelope } from './drawings.ts';
import type { PlainPage } from './page.ts';
import { troublePage } from './trouble-page.ts';

/** What came back with a form, and what is wrong with it. */
export interface Refused {
  code: ErrorCode;
  errors: readonly FieldError[];
  /** What was typed; never a password. */
  email?: string;
}

/** @param path the page's own address, where its form posts to */
export function confirmPage({ email, isChange }: Confirmation, path: string): PlainPage {
  const heading = isChange ? 'Use this address from now on?' : 'Is this your address?';
  return page(200, heading, [
    html`<p class="lead">${email}</p>
<p>${isChange ? 'You will sign in with it, and our messages will go there. Your old address is told.' : 'Then we know that our messages reach you.'}</p>
${form(path, html`<button class="btn btn-primary" type="submit">${isChange ? 'Use this address' : 'Confirm this address'}</button>`)}`,
  ]);
}

/** Said once it is done. */
export function confirmedPage({ email, isChange }: Confirmation): PlainPage {
  return page(200, isChange ? 'Your account has its new address.' : 'Thank you. Your address is confirmed.', [
    html`<p class="lead">${email}</p>
<p><a class="btn btn-primary" href="/auth">Go to Stillhere</a></p>`,
  ]);
}

/** Asks for the address of an account. */
export function forgotPage(path: string, refused: Refused | null = null): PlainPage {
  const input = field('email', 'Email', 'email', 'email', refused, refused?.email);
  return page(statusOf(refused), 'Forgot your password?', [
    html`<p class="lead">We send you a link by which you choose a new one.</p>
${form(path, html`${input}<button class="btn btn-primary" type="submit">Send the link</button>`)}
<p class="small"><a href="/auth">Back to Sign In</a></p>`,
  ]);
}

/** The same for everyone: whether there is an account with this address is nobody else's business. */
export function forgotSentPage(): PlainPage {
  return page(200, 'Look into your inbox.', [
    html`<p class="lead">If this address has an account here, a message is on its way to it.</p>
<p>Its link is good for an hour. If nothing comes within a few minutes, look among the unwanted messages, or <a href="/auth/forgot">try another address</a>.</p>`,
  ]);
}

/** Asks for a new password. */
export function resetPage(path: string, refused: Refused | null = null): PlainPage {
  const input = field('password', 'New password', 'password', 'new-password', refused);
  return page(statusOf(refused), 'Choose a new password.', [
    html`<p>At least 6 characters. Three plain words make a good one. You will be signed out on every device.</p>
${form(path, html`${input}<button class="btn btn-primary" type="submit">Set this password</button>`)}`,
  ]);
}

interface Problem {
  heading: string;
  advice: Html;
}

const NOT_UNDERSTOOD: Problem = {
  heading: 'That did not work.',
  advice: html`Nothing was changed. Please open the link in the message again, and use the button on its page.`,
};
const PROBLEMS: Partial<Record<ErrorCode, Problem>> = {
  'not-found': {
    heading: 'There is nothing at this address.',
    advice: html`If you came by the button in a message, please open it once more from there.`,
  },
  gone: {
    heading: 'This link opens nothing any more.',
    advice: html`If you have used it before, all is done. If not: <a href="/auth">sign in</a> and ask for another, or <a href="/auth/forgot">choose a new password</a>.`,
  },
  conflict: {
    heading: 'This address is taken.',
    advice: html`Your account keeps the address that it has. <a href="/auth">Go to Stillhere</a>`,
  },
  'too-many-requests': {
    heading: 'Please wait a little.',
    advice: html`That was asked for very often. Nothing was changed.`,
  },
  unavailable: {
    heading: 'We cannot do that at this moment.',
    advice: html`Your link stays good. Please try again in a few minutes.`,
  },
};
const OURS = 'Something on our side is not working. Nothing was changed.';

/**
 * What a link shows that opens nothing.
 * @param code why, or null where it was our own fault
 * @param explanation the verb's own sentence about it
 */
export function accountProblemPage(code: ErrorCode | null, explanation: string | null): PlainPage {
  return troublePage(code, { ...(PROBLEMS[code ?? 'unavailable'] ?? NOT_UNDERSTOOD), words: explanation ?? OURS });
}

function page(status: number, heading: string, parts: readonly Html[]): PlainPage {
  return {
    status,
    title: heading.replace(/\.$/, ''),
    main: html`<section class="invite">
${emptyEnvelope()}
<h1>${heading}</h1>
${parts}
</section>`,
  };
}

function statusOf(refused: Refused | null): number {
  return refused ? STATUS[refused.code] : 200;
}

function form(path: string, content: Html): Html {
  return html`<form method="post" action="${path}">${content}</form>`;
}

function field(
  name: string,
  label: string,
  type: string,
  autocomplete: string,
  refused: Refused | null,
  value = '',
): Html {
  const errors = (refused?.errors ?? []).filter((error) => error.field === name).map(({ message }) => message);
  const wrong = errors.length > 0 ? html` aria-invalid="true" aria-describedby="${name}-error" autofocus` : null;
  return html`<p class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" required${wrong}>
${errors.length > 0 ? html`<span class="error" id="${name}-error">${errors.join(' ')}</span>` : null}</p>
`;
}
