/** The report of a rehearsal in words, which the server puts together. */
import { placeOf } from '#domain/time/written.ts';
import { dateTime } from '#messages/dates.ts';
import { rehearsalPage } from '#messages/en/rehearsal.ts';
import { listFormat } from '#messages/formatters.ts';
import { say } from '#messages/say.ts';
import type { RehearsalReport, RehearsedMessage } from '#services/emergency/rehearsal-report.ts';

const texts = rehearsalPage.report;

/** One row of the table. */
export interface RehearsalRow {
  when: string;
  to: string;
  what: string;
  outcome: string;
  look: 'is-done' | 'is-warn' | 'is-wait';
  sign: 'sent' | 'failed' | 'waiting';
}

/** All that the page shows. */
export interface RehearsalView {
  lead: string;
  isRunning: boolean;
  /** How ready the protocol is, in a word and in a sentence. */
  status: string;
  verdict: string;
  gaps: { name: string; text: string; to: string; label: string }[];
  sentAside: string;
  rows: RehearsalRow[];
}

/** Where each gap is closed. */
const FIXES: Readonly<Record<RehearsalReport['gaps'][number]['gap'], string>> = {
  'address-unconfirmed': '/emergency',
  'no-contact': '/profile/contacts',
  'nobody-receives': '/profile/contacts',
  'no-content': '/emergency',
  plan: '/pricing',
  'switched-off': '/emergency',
  'contact-bounced': '/profile/contacts',
  'contact-stopped': '/profile/contacts',
  'contact-gets-nothing': '/emergency/plan',
  'channel-unconfirmed': '/profile/warnings',
  'channel-failed': '/profile/warnings',
  'content-sealed': '/dashboard/content',
};

/** @param owner their name, and the zone of the dates */
export function rehearsalView(report: RehearsalReport, owner: { name: string; timeZone: string }): RehearsalView {
  const { gaps, messages } = report;
  const isRunning = report.progress === 'running';
  const at = (instant: string) => dateTime(new Date(instant), owner.timeZone);
  return {
    lead: isRunning
      ? say(texts.leadRunning, { ends: at(report.ends_at) })
      : say(texts.lead, { began: at(report.began_at) }),
    isRunning,
    status: gaps.length === 0 ? say(texts.ready) : say(texts.nearly, { count: gaps.length }),
    verdict: verdictOf(messages),
    gaps: gaps.map(({ gap, id, name, text }) => ({
      ...{ name, text, label: say(texts.fix[gap]), to: id ? `${FIXES[gap]}/${id}` : FIXES[gap] },
    })),
    sentAside: say(texts.sentAside, { place: placeOf(owner.timeZone) }),
    rows: messages.map((message) => ({
      when: at(message.planned_at),
      to: message.to?.name ?? say(texts.you),
      what: whatOf(message, owner.name),
      ...outcomeOf(message),
    })),
  };
}

function verdictOf(messages: readonly RehearsedMessage[]): string {
  const told = messages.filter(({ message }) => message === 'contact-told');
  const releases = messages.filter(({ message }) => message === 'release');
  const things = new Set(releases.flatMap(({ contents }) => contents.map(({ id }) => id))).size;
  const reached = told.filter(({ would_arrive }) => would_arrive).length;
  const isSameForAll = releases.length === told.length && releases.every(({ contents }) => contents.length === things);
  return say(isSameForAll || things === 0 ? texts.verdict : texts.verdictPlanned, { reached, things });
}

function whatOf({ message, channels, contents }: RehearsedMessage, owner: string): string {
  const { kinds } = texts;
  if (message === 'contact-told') return say(kinds['contact-told'], { owner });
  if (message === 'reminder' || message === 'witness-told') return say(kinds[message]);
  if (message === 'release')
    return contents.length === 0
      ? say(kinds.nothing)
      : say(kinds.release, { titles: listFormat().format(contents.map(({ title }) => title)) });
  return say(kinds[message], { channels: listFormat().format(channels.map((one) => say(texts.channels[one]))) });
}

function outcomeOf({ outcome, would_arrive }: RehearsedMessage): Pick<RehearsalRow, 'outcome' | 'look' | 'sign'> {
  if (!would_arrive && outcome !== 'skipped')
    return { outcome: say(texts.wouldNotArrive), look: 'is-warn', sign: 'failed' };
  const words = say(texts.outcomes[outcome]);
  if (outcome === 'failed' || outcome === 'skipped') return { outcome: words, look: 'is-warn', sign: 'failed' };
  return outcome === 'waiting'
    ? { outcome: words, look: 'is-wait', sign: 'waiting' }
    : { outcome: words, look: 'is-done', sign: 'sent' };
}
