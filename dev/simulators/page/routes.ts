/** The page for people: the inbox, one mail, and the buttons. */
import type { ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { AskForEvent, Told } from '../ask.ts';
import type { Faults } from '../faults.ts';
import { type Call, Refused, type Routes } from '../http.ts';
import type { Kept, Messages } from '../messages.ts';
import { html } from './html.ts';
import { inbox, viewOf } from './inbox.ts';
import { faultsPanel, page, SCRIPT, STYLE, send } from './layout.ts';
import { labelOf, noMailOpen, openMail } from './mail.ts';

interface Parts {
  messages: Messages;
  faults: Faults;
  ask: AskForEvent;
}

export function pageRoutes(parts: Parts): Routes {
  const { messages, faults } = parts;
  return {
    'GET /': (call) => showPage(parts, call, null),
    'GET /messages/:id': (call) => showPage(parts, call, call.id),
    'POST /messages/:id/events': (call) => sendEvent(parts, call),
    'POST /messages/clear': ({ response }) => {
      messages.clear();
      goTo(response, '/');
    },
    'POST /faults/clear': ({ response }) => {
      faults.clear();
      goTo(response, '/');
    },
    'GET /version': ({ response }) => send(response, 'text/plain', versionOf(parts)),
    'GET /page.css': ({ response }) => send(response, 'text/css', STYLE),
    'GET /page.js': ({ response }) => send(response, 'text/javascript', SCRIPT),
  };
}

/** Changes whenever the page would look different. */
function versionOf({ messages, faults }: Parts): string {
  return `${messages.version}.${faults.version}`;
}

function showPage(parts: Parts, { response, url }: Call, openId: string | null): void {
  const view = viewOf(url, openId);
  const wanted = view.to.toLowerCase();
  const found = parts.messages.find(
    ({ to, channel }) => to.toLowerCase().includes(wanted) && (view.channel === null || channel === view.channel),
  );
  const mail = openId ? parts.messages.get(openId) : undefined;
  if (openId && !mail) {
    goTo(response, '/'); // the inbox was emptied meanwhile
    return;
  }
  const body = page({
    title: mail ? mail.subject || `A chat with ${mail.to}` : 'Inbox: Stillhere',
    version: versionOf(parts),
    open: mail !== undefined,
    list: html`${inbox(found, view)}${faultsPanel(parts.faults.list())}`,
    reading: mail ? openMail(mail, parts.messages.bodiesOf(mail), noticeOf(mail, url)) : noMailOpen(found.length === 0),
  });
  send(response, 'text/html; charset=utf-8', body);
}

async function sendEvent({ messages, ask }: Parts, { request, response, id }: Call): Promise<void> {
  const event = new URLSearchParams(await readText(request)).get('event');
  const mail = messages.get(id);
  if (!mail) throw new Refused(404, 'No message has this id.');
  const label = labelOf(mail, event);
  if (!label) throw new Refused(400, 'There is no button for this event.');
  const told: Told = await ask(mail, { event: label.event });
  goTo(response, `/messages/${encodeURIComponent(id)}?sent=${event}&answer=${told.webhook_status ?? 'none'}`);
}

function noticeOf(mail: Kept, { searchParams }: URL): string | null {
  const label = labelOf(mail, searchParams.get('sent'));
  const answer = searchParams.get('answer');
  if (!label) return null;
  if (answer === 'none') return `“${label.words}” found nobody: the product does not answer.`;
  return `“${label.words}” was reported; the product answered ${answer}.`;
}

function goTo(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end();
}
