/** The pages behind the links of the emergency protocol: plain, one tap on a phone, and they open nothing else. */
import { allToDo } from '#app/emergency/not-running.ts';
import { STATUS } from '#app/http/errors.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { writtenDate } from '#domain/time/written.ts';
import type { CheckInLink, checkInByLink } from '#services/emergency/check-in.ts';
import type { ContactNews } from '#services/emergency/contact-news.ts';
import type { ProtocolView } from '#services/emergency/protocol-view.ts';
import { contactDays } from '#services/mails/emergency-contacts.ts';
import { lastSeen, type ProtocolClock, placedMoment, watchDays } from '#services/mails/emergency-owner.ts';
import { type Html, html } from '#services/mails/html.ts';
import type { MailDays } from '#services/mails/layout.ts';
import { oneLine, shownName } from '#services/mails/words.ts';
import { emptyEnvelope, lamp } from './drawings.ts';
import { linkProblemPage } from './link-problem.ts';
import type { PlainPage } from './page.ts';

const TO_EMERGENCY = '/auth?to=%2Femergency';

/** What the link of a warning shows. @param path the page's own address, where its form posts to */
export function checkInPage(link: CheckInLink, path: string): PlainPage {
  return CHECK_IN[link.kind](link.protocol, path);
}

/** What it shows after the button was pressed. */
export function checkedInPage(answer: Awaited<ReturnType<typeof checkInByLink>>, path: string): PlainPage {
  if (answer.kind !== 'done') return checkInPage(answer, path);
  const told = html`<p>Everybody who was told that we had not heard from you now hears that all is well.</p>\n`;
  return page(200, lamp('lit'), `Thank you, ${shownName(answer.protocol.ownerName)}.`, [
    html`<p class="lead">Your check-in is recorded.</p>
${answer.wereTold ? told : null}${nextFor(answer.protocol)}
<p class="small"><a href="/auth">Go to Stillhere</a></p>`,
  ]);
}

const CHECK_IN: Record<CheckInLink['kind'], (protocol: ProtocolView, path: string) => PlainPage> = {
  open: (protocol, path) => {
    const wereTold = protocol.missedAt !== null && protocol.contacts.length > 0;
    const now = wereTold ? 'Your trusted contacts know that we have not heard from you.' : 'Nobody else has been told.';
    return page(200, lamp('unlit'), `Are you still here, ${shownName(protocol.ownerName)}?`, [
      html`<p class="lead">${lastSeen(protocol)}</p>
<form method="post" action="${path}"><button class="btn btn-primary" type="submit">Check In - I'm Still Here</button></form>
${
  protocol.isRunning
    ? html`<p class="small">One tap, and the ${protocol.inactiveDays} days start again. This page opens nothing of what you keep.</p>
${daysOf(watchDays(protocol, now))}`
    : nextFor(protocol)
}`,
    ]);
  },
  answered: (protocol) => {
    const on = html`<p class="lead">You already checked in on ${placedMoment(protocol.lastCheckIn, protocol.clock)}.</p>`;
    // Somebody who opened an old message must not believe that they have answered the new one.
    if (protocol.stage !== 'armed')
      return page(STATUS.gone, lamp('unlit'), 'We have asked you again since.', [
        html`${on}
<p>This link was for that time. Please use the button in our newest email to you, or sign in: that is a check-in, too.</p>
<p><a class="btn btn-primary" href="${TO_EMERGENCY}">Sign in</a></p>`,
      ]);
    return page(STATUS.gone, lamp('lit'), 'You are still here.', [
      html`${on}
<p>This link has done its work, and nothing more is needed.</p>
${nextFor(protocol)}`,
    ]);
  },
  off: () =>
    page(STATUS.gone, lamp('unlit'), 'Your emergency protocol is off.', [
      html`<p class="lead">Nobody is told anything, and nothing is sent.</p>
<p>This link opens nothing any more. To switch it on again, <a href="${TO_EMERGENCY}">go to the emergency page</a>.</p>`,
    ]),
  released: (protocol) => {
    const when = protocol.releaseAt ? ` on ${placedMoment(protocol.releaseAt, protocol.clock)}` : '';
    const isSent = protocol.items > 0 && protocol.contacts.length > 0;
    const heading = isSent ? 'What you set aside has been sent.' : 'Your emergency protocol has run its course.';
    return page(STATUS.gone, emptyEnvelope(), heading, [
      html`<p class="lead">Your emergency protocol was released${when}, so a check-in does not stop it any more.</p>
<p>If you read this, sign in and say that you are back. What has not been opened closes again, everybody who was told hears that all is well, and the protocol starts again.</p>
<p><a class="btn btn-primary" href="${TO_EMERGENCY}">Sign in: I’m back</a></p>`,
    ]);
  },
};

/** What a trusted contact sees who was told. */
export function contactPage(news: ContactNews): PlainPage {
  switch (news.kind) {
    case 'waiting':
      return waitingPage(news);
    case 'released':
      return sentPage(news);
    case 'well':
      return endedPage(news, `We have heard from ${shownName(news.ownerName)} again`);
    case 'off':
      return endedPage(news, `${shownName(news.ownerName)} has been here and has switched the emergency protocol off`);
    case 'account-deleted':
      return page(STATUS.gone, emptyEnvelope(), 'This account was deleted.', [
        html`<p class="lead">Whoever had named you has closed their account at Stillhere.</p>
<p>Nothing will be sent to you, and there is nothing you need to do.</p>`,
      ]);
  }
}

type NewsOf<Kind extends ContactNews['kind']> = Extract<ContactNews, { kind: Kind }>;

function waitingPage(news: NewsOf<'waiting'>): PlainPage {
  const owner = shownName(news.ownerName);
  const { timeZone } = news.clock;
  const listed = news.isRunning
    ? daysOf(contactDays(news, 'Nothing has been sent.'))
    : html`<p>Nothing has been sent. Right now, nothing is set to be sent to you.</p>`;
  const next = news.isContact
    ? listed
    : html`<p>${owner} has taken you off the list since, so nothing is sent to you.</p>`;
  return page(200, lamp('unlit'), `We have not heard from ${owner}.`, [
    html`<p class="lead">${owner} named you as a trusted contact: somebody to tell when there is no sign of life.</p>
<p>The last one was on ${writtenDate(news.lastCheckIn, timeZone)}. The ${news.inactiveDays} days that ${owner} chose are over, and we wrote to you on ${writtenDate(news.toldAt, timeZone)}.</p>
${next}
<p>That does not mean that something has happened. If you can reach ${owner}, please do: signing in to Stillhere, or the button in our emails, stops everything. Then we tell you, and this page says so.</p>`,
  ]);
}

function sentPage(news: NewsOf<'released'>): PlainPage {
  const owner = shownName(news.ownerName);
  const when = news.releasedAt ? ` on ${placedMoment(news.releasedAt, news.clock)}` : '';
  const heading = news.sent ? `What ${owner} set aside has been sent.` : `We have still not heard from ${owner}.`;
  return page(200, emptyEnvelope(), heading, [
    html`<p class="lead">We had not heard from ${owner}, so${when} we did what ${owner} had asked of us.</p>
<p>${SENT[news.sent ?? 'none'](owner, oneLine(news.email))}</p>
${news.undelivered ? html`<p>Something else that ${owner} wanted delivered to somebody could not be. It is kept as it was. If you can reach ${owner}, please do: after signing in, it can be tried again.</p>` : null}`,
  ]);
}

function endedPage({ at, clock }: { at: Date | null; clock: ProtocolClock }, what: string): PlainPage {
  return page(200, lamp('lit'), 'All is well.', [
    html`<p class="lead">${what}${at ? `, on ${placedMoment(at, clock)}` : ''}.</p>
<p>There is nothing you need to do. Nothing more is sent to you. If something was sent that you have not opened, it is closed again.</p>`,
  ]);
}

const SENT: Record<NonNullable<NewsOf<'released'>['sent']> | 'none', (owner: string, email: string) => string> = {
  sent: (owner, email) =>
    `Look into your inbox at ${email} for an email from Stillhere that names ${owner}, also among the unwanted messages. It opens everything that is for you.`,
  pending: (owner, email) => `An email from Stillhere that names ${owner} is on its way to ${email}.`,
  failed: (owner, email) =>
    `Our email could not be delivered to ${email}, or ${owner} has taken it back. Please reply to the message that brought you here.`,
  none: () => 'There was nothing in it for you, and there is nothing you need to do.',
};

const ADVICE = {
  missing:
    'Please use the button in the message once more. The link of an account that was deleted opens nothing either.',
  ours: 'Your link stays good. Please try again in a few minutes. While we cannot be reached, no clock runs.',
};

/**
 * What a link of the protocol shows that opens nothing.
 * @param code why, or null where it was our own fault
 * @param explanation the verb's own sentence about it
 */
export function emergencyProblemPage(code: ErrorCode | null, explanation: string | null): PlainPage {
  return linkProblemPage(ADVICE, code, explanation);
}

/** When the owner hears from us next, or that they do not, and why. */
function nextFor({ asksAt, clock, isRunning, blockedBy }: ProtocolView): Html | null {
  if (!isRunning)
    return html`<p>Your emergency protocol is not running: we don’t count days and contact nobody. ${allToDo(blockedBy)}</p>
<p><a href="${TO_EMERGENCY}">Go to the emergency page</a></p>`;
  return asksAt
    ? html`<p>We ask you again on ${placedMoment(asksAt, clock)}, unless we hear from you before.</p>`
    : null;
}

function daysOf({ caption, rows }: MailDays): Html {
  return html`<table class="days"><caption>${caption}</caption>
${rows.map(({ when, what, isNow }) => html`<tr${isNow ? html` class="now"` : null}><th scope="row">${when}</th><td>${what}</td></tr>\n`)}</table>`;
}

function page(status: number, drawing: Html, heading: string, parts: readonly Html[]): PlainPage {
  return {
    status,
    title: heading.replace(/\.$/, ''),
    main: html`<section class="invite">
${drawing}
<h1>${heading}</h1>
${parts}
</section>`,
  };
}
