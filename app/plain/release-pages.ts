/** The pages of a release: what somebody set aside for the time when they stop answering, whole. */
import type { Absence } from '#app/recipients/files.ts';
import { inMegabytes } from '#domain/content/content.ts';
import { writtenDate } from '#domain/time/written.ts';
import { type Html, html } from '#services/mails/html.ts';
import { openUntil } from '#services/mails/invitations.ts';
import { inWords, oneLine, shownName } from '#services/mails/words.ts';
import type { DeliveredItem, Invitation, OpenedDelivery } from '#services/recipients/invitations.ts';
import { bodyOf } from './delivered-item.ts';
import { emptyEnvelope, envelope, postmark } from './drawings.ts';
import type { PlainPage } from './page.ts';
import { postForm } from './plain-form.ts';

/** So many fit on a screen or two: whoever has more gets a list to choose from. */
const WITHOUT_LIST = 3;

/** @param path the page's own address, where its forms post to */
export function releaseInvitationPage(invitation: Invitation, path: string): PlainPage {
  const { sender_name, recipient_name, time_zone: zone, opened } = invitation;
  const sender = shownName(sender_name);
  const recipient = oneLine(recipient_name ?? '');
  const until = openUntil(new Date(invitation.expires_at), zone, sender_name);
  return {
    status: 200,
    title: `${sender} left something for you`,
    main: html`<section class="invite">
${envelope(recipient_name, new Date(invitation.sent_on), zone)}
<h1>${recipient ? `${recipient}, ${sender}` : sender} left something for you.</h1>
<p class="lead">${setAside(invitation)}</p>
${postForm(path, 'open', html`<button class="btn btn-primary" type="submit">Open what they left</button>`)}
<p class="small">${opened ? 'It has been opened before. ' : 'It opens on this page. You need no account. '}You can open it again ${until}. You can download all of it.</p>
${opened ? null : html`<p class="small"><a href="?refuse">This is not for me</a></p>`}
</section>`,
  };
}

/**
 * Everything that was set aside, letters first, with a way to keep it.
 * @param path the page's own address
 * @param absent files that cannot be shown now, by their ids
 */
export function releasedPage(delivery: OpenedDelivery, path: string, absent: ReadonlyMap<string, Absence>): PlainPage {
  const { items, time_zone: zone, sender_name } = delivery;
  const recipient = oneLine(delivery.recipient_name ?? '');
  const until = openUntil(new Date(delivery.expires_at), zone, sender_name);
  const heading = `What ${shownName(sender_name)} left for you`;
  return {
    status: 200,
    title: heading,
    main: html`<div class="whole">
<header>${postmark(new Date(delivery.sent_on), zone)}
<p class="small">From ${shownName(sender_name)}${recipient ? `, to ${recipient}` : null}</p></header>
<h1>${heading}</h1>
<p class="lead">${setAside(delivery)}</p>
${keeping(items, path)}
${items.length > WITHOUT_LIST ? contents(items) : null}</div>
${items.map((item, index) => article(delivery, item, index, bodyOf(item, path, absent)))}<div class="keep">
<p class="small">You can open this page ${until}. Whoever has its address can open it, so keep the message it came in. What you download stays with you for good.</p>
</div>`,
  };
}

/** Asks once more: a link that was refused opens nothing any more. */
export function refuseReleasePage(invitation: Invitation, path: string): PlainPage {
  const sender = shownName(invitation.sender_name);
  return {
    status: 200,
    title: 'This is not for me',
    main: html`<section class="invite">
${emptyEnvelope()}
<h1>Not for you?</h1>
<p class="lead">${sender} named you as somebody they trust, and gave us your address.</p>
<p>If you are not who they meant, we put everything away unopened, this link stops working, and we tell ${sender} that it reached the wrong person. This cannot be undone.</p>
${postForm(path, 'refuse', html`<button class="btn btn-secondary" type="submit">Put it away: it is not for me</button>`)}
<p><a href="${path}">Back</a></p>
</section>`,
  };
}

/** What it is, and how it came to go out; without a guess why. */
function setAside({ types, silent_since, sender_name, time_zone }: Invitation): string {
  const things = inWords(types);
  const aside = `${things.charAt(0).toUpperCase()}${things.slice(1)}, set aside for the time when they stop answering.`;
  return silent_since
    ? `${aside} We have not heard from them since ${writtenDate(new Date(silent_since), time_zone)}.`
    : `${aside} We have heard from ${shownName(sender_name)} again since it was sent.`;
}

/** One thing alone has its own way already, unless it is a letter. */
function keeping(items: readonly DeliveredItem[], path: string): Html | null {
  const size = items.reduce((sum, item) => sum + (item.type === 'text' ? item.content.length : item.size), 0);
  if (items.length > 1)
    return html`<p><a class="btn btn-secondary" href="${path}/all.zip">Download all as one ZIP, ${inMegabytes(size)}</a></p>`;
  if (items[0]?.type !== 'text') return null;
  return postForm(path, 'save', html`<button class="btn btn-secondary" type="submit">Save a copy</button>`);
}

function contents(items: readonly DeliveredItem[]): Html {
  return html`<ol>
${items.map((item, index) => html`<li dir="auto"><a href="#n${index + 1}">${titleOf(item)}</a></li>\n`)}</ol>
`;
}

function article({ time_zone: zone }: OpenedDelivery, item: DeliveredItem, index: number, body: Html): Html {
  const made = item.type === 'text' ? 'Written' : 'Added';
  return html`<article id="n${index + 1}">
<h2 dir="auto">${titleOf(item)}</h2>
<p class="small">${made} on ${writtenDate(new Date(item.written_at), zone)}</p>
${body}</article>
`;
}

function titleOf({ title }: DeliveredItem): string {
  return oneLine(title) || 'Untitled';
}
