/** The pages behind the question whether an address still holds: plain, one tap on a phone, and they open nothing else. */
import { STATUS } from '#app/http/errors.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { writtenDateTime } from '#domain/time/written.ts';
import type { AddressLink, AskedDelivery } from '#services/deliveries/address-check.ts';
import { reachedAt } from '#services/mails/deliveries.ts';
import { type Html, html } from '#services/mails/html.ts';
import { oneLine } from '#services/mails/words.ts';
import { emptyEnvelope } from './drawings.ts';
import { linkProblemPage } from './link-problem.ts';
import type { PlainPage } from './page.ts';

const TO_LIST = '/auth?to=%2Fschedule';

/** @param path the page's own address, where its form posts to */
export function addressPage(link: AddressLink, path: string): PlainPage {
  switch (link.kind) {
    case 'open':
      return questionPage(link.about, path);
    case 'held':
      return heldPage(link.about);
    default:
      return endedPage(link.kind);
  }
}

function questionPage(about: AskedDelivery, path: string): PlainPage {
  return page(200, `Does this ${nounOf(about)} still hold?`, [
    html`${toWhom(about)}
<form method="post" action="${path}"><button class="btn btn-primary" type="submit">Yes, it still holds</button></form>
<p><a href="${toChange(about)}">Change it</a></p>
<p class="small">Changing it asks you to sign in. Without an answer it goes out as it stands. This page opens nothing of what you keep.</p>`,
  ]);
}

function heldPage(about: AskedDelivery): PlainPage {
  return page(200, `Thank you. The ${nounOf(about)} stays.`, [
    html`${toWhom(about)}
<p>There is nothing more to do. Until its hour you can still <a href="${toChange(about)}">change it</a>.</p>`,
  ]);
}

/** What is asked about: the first way in which it would go. */
function nounOf({ recipientPhone }: AskedDelivery): string {
  return recipientPhone ? 'number' : 'address';
}

type Ended = Exclude<AddressLink['kind'], 'open' | 'held'>;

const ENDED: Record<Ended, { heading: string; words: string; where: string }> = {
  changed: {
    heading: 'You have changed this delivery since.',
    words: 'This question was about what you had chosen before, so there is nothing to answer.',
    where: 'See how it stands now',
  },
  due: {
    heading: 'Its hour has come.',
    words: 'This delivery is on its way at this moment, so nothing about it can be changed any more.',
    where: 'See how it stands',
  },
  sent: {
    heading: 'This delivery has been sent.',
    words: 'There is nothing to answer any more.',
    where: 'See what became of it',
  },
  failed: {
    heading: 'This delivery did not arrive.',
    words: 'Nothing was lost: you can correct where it goes and try again.',
    where: 'Sign in and correct it',
  },
  deleted: {
    heading: 'You have deleted this delivery.',
    words: 'Nothing goes out, and there is nothing to answer.',
    where: 'Go to your deliveries',
  },
};

function endedPage(kind: Ended): PlainPage {
  const { heading, words, where } = ENDED[kind];
  return page(STATUS.gone, heading, [
    html`<p class="lead">${words}</p>\n<p><a class="btn btn-primary" href="${TO_LIST}">${where}</a></p>`,
  ]);
}

function toWhom({ recipientName, scheduledTime, timeZone, ...reached }: AskedDelivery): Html {
  const name = oneLine(recipientName ?? '');
  return html`<p class="lead">${name ? `${name}, ` : ''}${reachedAt(reached)}</p>
<p>What you set aside goes there on ${writtenDateTime(scheduledTime, timeZone)}.</p>`;
}

function toChange({ deliveryId }: AskedDelivery): string {
  return `/auth?to=${encodeURIComponent(`/schedule/${deliveryId}/edit`)}`;
}

const ADVICE = {
  missing:
    'Please use the button in the message once more. The link of a delivery that was deleted opens nothing either.',
  ours: 'Your link stays good. Please try again in a few minutes.',
};

/**
 * What a link shows that opens nothing.
 * @param code why, or null where it was our own fault
 * @param explanation the verb's own sentence about it
 */
export function addressProblemPage(code: ErrorCode | null, explanation: string | null): PlainPage {
  return linkProblemPage(ADVICE, code, explanation);
}

function page(status: number, heading: string, parts: readonly Html[]): PlainPage {
  return {
    status,
    title: heading.replace(/[.?]$/, ''),
    main: html`<section class="invite">
${emptyEnvelope()}
<h1>${heading}</h1>
${parts}
</section>`,
  };
}
