import type { Absence } from '#app/recipients/files.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { writtenDate } from '#domain/time/written.ts';
import { type Html, html } from '#services/mails/html.ts';
import { openUntil } from '#services/mails/invitations.ts';
import { kindWords, oneLine, quoted, shownName } from '#services/mails/words.ts';
import type { DeliveredItem, Invitation, OpenedDelivery } from '#services/recipients/invitations.ts';
import { bodyOf } from './delivered-item.ts';
import { emptyEnvelope, envelope, postmark } from './drawings.ts';
import type { PlainPage } from './page.ts';
import { postForm } from './plain-form.ts';
import { refuseReleasePage, releasedPage, releaseInvitationPage } from './release-pages.ts';
import { troublePage } from './trouble-page.ts';

/** @param path the page's own address, where its forms post to */
export function invitationPage(invitation: Invitation, path: string, now: Date): PlainPage {
  if (invitation.origin === 'release') return releaseInvitationPage(invitation, path);
  const { time_zone: zone, opened } = invitation;
  const { did, open } = kindWords(invitation.type);
  const until = openUntil(new Date(invitation.expires_at), zone, invitation.sender_name);
  const note = opened
    ? `It has been opened before. You can open it again ${until}. You can save a copy for yourself.`
    : `It opens on this page. You need no account. You can open it again ${until}. You can save a copy for yourself.`;
  return {
    status: 200,
    title: `${shownName(invitation.sender_name)} ${did}`,
    main: html`<section class="invite">
${envelope(invitation.recipient_name, new Date(invitation.sent_on), zone)}
<h1>${greeting(invitation)}</h1>
<p class="lead">${quoted(invitation.title)}, ${keptSince(invitation, now)}.</p>
${postForm(path, 'open', html`<button class="btn btn-primary" type="submit">${open}</button>`)}
<p class="small">${note}</p>
${opened ? null : html`<p class="small"><a href="?refuse">This is not for me</a></p>`}
</section>`,
  };
}

/**
 * What was sent, with a way to keep it.
 * @param path the page's own address
 * @param absent files that cannot be shown now, by their ids
 */
export function openedPage(
  delivery: OpenedDelivery,
  path: string,
  absent: ReadonlyMap<string, Absence> = new Map(),
): PlainPage {
  if (delivery.origin === 'release') return releasedPage(delivery, path, absent);
  const until = openUntil(new Date(delivery.expires_at), delivery.time_zone, delivery.sender_name);
  const hasLetter = delivery.items.some(({ type }) => type === 'text');
  return {
    status: 200,
    title: oneLine(delivery.title) || 'Untitled',
    main: html`${delivery.items.map((item) => article(delivery, item, bodyOf(item, path, absent)))}<div class="keep">
${hasLetter ? postForm(path, 'save', html`<button class="btn btn-secondary" type="submit">Save a copy</button>`) : null}
<p class="small">You can open this page ${until}. Whoever has its address can open it, so keep the message it came in. ${hasLetter ? 'You can also print it.' : 'What you download stays with you for good.'}</p>
</div>`,
  };
}

/** Asks once more: a link that was refused opens nothing any more. */
export function refusePage(invitation: Invitation, path: string): PlainPage {
  if (invitation.origin === 'release') return refuseReleasePage(invitation, path);
  const sender = shownName(invitation.sender_name);
  const { noun } = kindWords(invitation.type);
  const gave =
    invitation.type === 'text'
      ? `wrote ${quoted(invitation.title)} to somebody`
      : `left ${quoted(invitation.title)} for somebody`;
  return {
    status: 200,
    title: 'This is not for me',
    main: html`<section class="invite">
${emptyEnvelope()}
<h1>Not for you?</h1>
<p class="lead">${sender} ${gave} and gave us your address.</p>
<p>If you are not who it was meant for, we put the ${noun} away unopened, this link stops working, and we tell ${sender} that it reached the wrong person. This cannot be undone.</p>
${postForm(path, 'refuse', html`<button class="btn btn-secondary" type="submit">Put it away: it is not for me</button>`)}
<p><a href="${path}">Back to the ${noun}</a></p>
</section>`,
  };
}

/** Said after a letter was refused. */
export function refusedPage(invitation: Invitation): PlainPage {
  const what = invitation.origin === 'release' ? 'Everything' : `The ${kindWords(invitation.type).noun}`;
  return {
    status: 200,
    title: 'Thank you',
    main: html`<section class="invite">
${emptyEnvelope()}
<h1>Thank you for telling us.</h1>
<p class="lead">${what} was put away unopened, and this link opens nothing any more. We tell ${shownName(invitation.sender_name)} that it reached the wrong person.</p>
<p>You need to do nothing else. You can delete the message.</p>
</section>`,
  };
}

interface Problem {
  heading: string;
  advice: string;
}

const OURS: Problem = {
  heading: 'We cannot open it at this moment.',
  advice: 'Your link stays good. Please try again in a few minutes.',
};
const OURS_UNEXPLAINED = 'Something on our side is not working. What was sent to you is safe.';
const NOT_UNDERSTOOD: Problem = {
  heading: 'That did not work.',
  advice: 'Nothing was lost. Please open the link in the message again, and use the buttons on its page.',
};
const PROBLEMS = {
  'not-found': {
    heading: 'There is nothing at this address.',
    advice: 'If you came by the button in a message and still see this page, please reply to that message and say so.',
  },
  gone: {
    heading: 'This is no longer here.',
    advice: 'Whoever sent it can send it to you again. If you know them, please ask them.',
  },
  conflict: { heading: 'This has been opened.', advice: 'You can open it again with the same link.' },
  malformed: NOT_UNDERSTOOD,
  'validation-failed': NOT_UNDERSTOOD,
  'too-large': NOT_UNDERSTOOD,
  'quota-exceeded': NOT_UNDERSTOOD,
  'plan-required': NOT_UNDERSTOOD,
  'method-not-allowed': NOT_UNDERSTOOD,
  'unsupported-media-type': NOT_UNDERSTOOD,
  'too-many-requests': {
    heading: 'Please wait a little.',
    advice:
      'Many links that open nothing came from where you are. Yours is not one of them if you open it from the message.',
  },
  forbidden: NOT_UNDERSTOOD,
  unauthenticated: NOT_UNDERSTOOD,
  damaged: {
    heading: 'We refuse to show this.',
    advice: 'If you know who sent it, please tell them: they may have it elsewhere, and can send it to you again.',
  },
  unavailable: OURS,
} satisfies Record<ErrorCode, Problem>;

/**
 * What a link shows that opens nothing.
 * @param code why, or null where it was our own fault
 * @param explanation the verb's own sentence about it
 */
export function problemPage(code: ErrorCode | null, explanation: string | null): PlainPage {
  return troublePage(code, { ...PROBLEMS[code ?? 'unavailable'], words: explanation ?? OURS_UNEXPLAINED });
}

function greeting({ type, sender_name, recipient_name }: Invitation): string {
  const { did } = kindWords(type);
  const recipient = oneLine(recipient_name ?? '');
  const sender = shownName(sender_name);
  return recipient ? `${recipient}, ${sender} ${did}.` : `${sender} ${did}.`;
}

function keptSince({ type, written_at, sent_on, time_zone: zone }: Invitation, now: Date): string {
  const { made } = kindWords(type);
  const written = writtenDate(new Date(written_at), zone);
  const sent = writtenDate(new Date(sent_on), zone);
  if (written === sent) return `${made} on ${written}`;
  return sent === writtenDate(now, zone)
    ? `${made} on ${written} and kept for today, ${sent}`
    : `${made} on ${written} and kept for you until ${sent}`;
}

function article(delivery: OpenedDelivery, item: DeliveredItem, body: Html): Html {
  const { time_zone: zone } = delivery;
  const recipient = oneLine(delivery.recipient_name ?? '');
  const made = item.type === 'text' ? 'Written' : 'Added';
  return html`<article>
<header>${postmark(new Date(delivery.sent_on), zone)}
<p class="small">From ${shownName(delivery.sender_name)}${recipient ? `, to ${recipient}` : null}<br>${made} on ${writtenDate(new Date(item.written_at), zone)}</p></header>
<h1 dir="auto">${oneLine(item.title) || 'Untitled'}</h1>
${body}</article>
`;
}
