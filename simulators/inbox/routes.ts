/** The routes of the inbox for people: the list, one message, and the buttons. */
import type { Faults } from '../faults.ts';
import type { Messages, StoredMessage } from '../messages.ts';
import type { ReportEvent } from '../report-event.ts';
import { type Call, HttpError, type Routes, readForm, redirect } from '../router.ts';
import { html } from './html.ts';
import { faultsPanel, page, SCRIPT, STYLE, send } from './layout.ts';
import { inboxViewOf, messageList } from './message-list.ts';
import { buttonFor, noMessageOpen, openMessage } from './open-message.ts';

interface Deps {
  messages: Messages;
  faults: Faults;
  reportEvent: ReportEvent;
}

/** The routes of the inbox, and the style sheet and script of all pages. */
export function inboxRoutes(deps: Deps): Routes {
  const { messages, faults } = deps;
  return {
    'GET /': (call) => showPage(deps, call, null),
    'GET /messages/:id': (call) => showPage(deps, call, call.id),
    'POST /messages/:id/events': (call) => sendEvent(deps, call),
    'POST /messages/clear': ({ response }) => {
      messages.clear();
      redirect(response, '/');
    },
    'POST /faults/clear': ({ response }) => {
      faults.clear();
      redirect(response, '/');
    },
    'GET /version': ({ response }) => send(response, 'text/plain', versionOf(deps)),
    'GET /page.css': ({ response }) => send(response, 'text/css', STYLE),
    'GET /page.js': ({ response }) => send(response, 'text/javascript', SCRIPT),
  };
}

/** @returns a value that changes whenever the page changes */
function versionOf({ messages, faults }: Deps): string {
  return `${messages.version}.${faults.version}`;
}

function showPage(deps: Deps, { response, url }: Call, openId: string | null): void {
  const view = inboxViewOf(url, openId);
  const wanted = view.to.toLowerCase();
  const found = deps.messages.find(
    ({ to, channel }) => to.toLowerCase().includes(wanted) && (view.channel === null || channel === view.channel),
  );
  const mail = openId ? deps.messages.get(openId) : undefined;
  if (openId && !mail) {
    redirect(response, '/'); // the inbox was emptied in the meantime
    return;
  }
  const body = page({
    title: mail ? mail.subject || `A chat with ${mail.to}` : 'Inbox: Stillhere',
    version: versionOf(deps),
    open: mail !== undefined,
    list: html`${messageList(found, view)}${faultsPanel(deps.faults.list())}`,
    reading: mail
      ? openMessage(mail, deps.messages.bodiesOf(mail), noticeOf(mail, url))
      : noMessageOpen(found.length === 0),
  });
  send(response, 'text/html; charset=utf-8', body);
}

async function sendEvent({ messages, reportEvent }: Deps, { request, response, id }: Call): Promise<void> {
  const event = (await readForm(request)).get('event');
  const mail = messages.get(id);
  if (!mail) throw new HttpError(404, 'No message has this id.');
  const button = buttonFor(mail, event);
  if (!button) throw new HttpError(400, 'There is no button for this event.');
  const report = await reportEvent(mail, { event: button.event });
  redirect(response, `/messages/${encodeURIComponent(id)}?sent=${event}&answer=${report.webhook_status ?? 'none'}`);
}

function noticeOf(mail: StoredMessage, { searchParams }: URL): string | null {
  const button = buttonFor(mail, searchParams.get('sent'));
  const answer = searchParams.get('answer');
  if (!button) return null;
  if (answer === 'none') return `“${button.label}” was not reported: the product does not answer.`;
  return `“${button.label}” was reported; the product answered ${answer}.`;
}
