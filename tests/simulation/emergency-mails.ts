/** Warnings to the owner: what their mailbox does with them, and what the provider reports of it. */
import type { Warning } from '#domain/emergency/protocol.ts';
import { type Span, shifted, shiftedDelivery } from './shift.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const TRIES = 72 * HOUR;

/** What becomes of the owner's mail: read at once, never reported, away and back or not, refused at once or late. */
export type Mailbox = 'works' | 'silent' | 'away' | 'refuses' | 'takes-then-bounces' | 'defers-without-end';

export type ReportKind = 'deferred' | 'delivered' | 'bounced';
/** An event of the provider: when it happened and, in true time, when it reached us. */
export interface Heard {
  kind: ReportKind;
  at: number;
  heardAt: number;
}

/** A row of `emergency_mails`. Instants are by the database's clock, where nothing else is said. */
export interface Mail {
  kind: Warning['kind'];
  index: number;
  episode: number;
  state: 'waiting' | 'accepted' | 'bounced' | 'withdrawn';
  settled: number | null;
  deferred: number | null;
  delivered: number | null;
  bounced: number | null;
  /** In true time. */
  madeAt: number;
  /** What the database's clock showed then. */
  clockAt: number;
  acceptedAt: number | null;
  heard: Heard[];
}

export function newMail(
  kind: Mail['kind'],
  index: number,
  episode: number,
  { madeAt, clockAt }: Pick<Mail, 'madeAt' | 'clockAt'>,
): Mail {
  const nothing = { settled: null, deferred: null, delivered: null, bounced: null, acceptedAt: null };
  return { kind, index, episode, state: 'waiting', madeAt, clockAt, heard: [], ...nothing };
}

/** @param back how long until the mailbox works again, milliseconds */
export function fateOf(mailbox: Mailbox, back: number): { kind: ReportKind; after: number }[] {
  switch (mailbox) {
    case 'works':
      return [{ kind: 'delivered', after: 20 * SECOND }];
    case 'silent':
      return [];
    case 'refuses':
      return [{ kind: 'bounced', after: 3 * HOUR }];
    case 'takes-then-bounces':
      return [
        { kind: 'delivered', after: MINUTE },
        { kind: 'bounced', after: 60 * HOUR },
      ];
    case 'defers-without-end':
      return [{ kind: 'deferred', after: 10 * MINUTE }];
    case 'away':
      return [
        { kind: 'deferred', after: 10 * MINUTE },
        back < TRIES ? { kind: 'delivered', after: Math.max(back, HOUR) } : { kind: 'bounced', after: TRIES },
      ];
  }
}

/** `settle` of services/emergency/settle-mails.ts. @param at when it happened @param clock now; both by the database's clock */
export function settle(mail: Mail, kind: ReportKind, at: number, clock: number): void {
  const reported = Math.min(at, clock);
  if (kind === 'bounced') Object.assign(mail, { state: 'bounced', bounced: reported });
  else if (kind === 'deferred') mail.deferred = Math.max(mail.deferred ?? reported, reported);
  else if (mail.delivered === null) {
    if (mail.deferred !== null) mail.settled = clock;
    mail.delivered = reported;
  }
}

/** `shiftOwners` of services/emergency/shift-instants.ts, for one mail. */
export function shiftMail(mail: Mail, span: Span, clock: number): void {
  for (const name of ['settled', 'deferred', 'bounced'] as const)
    if (mail[name] !== null) mail[name] = shifted(span, mail[name], clock);
  if (mail.delivered !== null) mail.delivered = shiftedDelivery(span, mail.delivered, clock);
}

/** `forgetFutureOfMails` of services/emergency/availability.ts, for one mail. */
export function forgetFutureOf(mail: Mail, clock: number): void {
  for (const name of ['settled', 'deferred', 'delivered', 'bounced'] as const)
    if (mail[name] !== null) mail[name] = Math.min(mail[name], clock);
}

export function toWarning({ kind, index, state, settled, deferred, delivered, bounced }: Mail): Warning {
  const warning = { kind, index, settledAt: settled };
  if (state === 'bounced') return { ...warning, state, reportedAt: bounced ?? settled };
  if (delivered !== null) return { ...warning, state: 'delivered', reportedAt: delivered };
  if (deferred !== null) return { ...warning, state: 'deferred', reportedAt: deferred };
  return { ...warning, state: state === 'waiting' ? 'waiting' : 'accepted', reportedAt: null };
}
