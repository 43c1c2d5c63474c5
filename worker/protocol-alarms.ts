import type { EntityManager } from '@mikro-orm/postgresql';
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '#config/log.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { LATE, type ProtocolBacklog, protocolBacklog } from '#services/emergency/backlog.ts';
import { type Loop, startLoop } from './loop.ts';
import { sharedRead } from './shared-read.ts';

/** What gauges and alarms of protocols read. */
export interface ProtocolReads {
  fork(): EntityManager;
  /** The length of a protocol day, in milliseconds. */
  day: number;
}

const STAGES = ['armed', 'reminding', 'missed', 'last-call', 'released'] as const;

/** Gauges of one number. Durations are seconds. */
const GAUGES: { name: string; help: string; value(backlog: ProtocolBacklog): number }[] = [
  {
    name: 'stillhere_emergency_late_seconds',
    help: 'How long the most overdue protocol has waited for a worker',
    value: ({ late }) => late / SECOND,
  },
  {
    name: 'stillhere_emergency_warnings_waiting',
    help: 'Warnings to owners that no provider has taken for 15 minutes',
    value: ({ waitingWarnings }) => waitingWarnings,
  },
  {
    name: 'stillhere_release_undelivered',
    help: 'What releases sent and their contacts do not have',
    value: ({ undelivered }) => undelivered,
  },
  {
    name: 'stillhere_contacts_not_notified',
    help: 'Trusted contacts whose notification came back while the release is ahead',
    value: ({ notNotified }) => notNotified,
  },
  {
    name: 'stillhere_unavailable_seconds',
    help: 'How long nobody has shown that owners can check in; 0 while they can',
    value: ({ unreachableFor }) => (unreachableFor ?? 0) / SECOND,
  },
  {
    name: 'stillhere_database_clock_skew_seconds',
    help: 'How far the clock of the database has moved; 0 while it agrees with those of the machines',
    value: ({ clock }) => clock.skew / SECOND,
  },
];

/** Each scrape reads Postgres. */
export function addProtocolGauges(registry: Registry, { fork, day }: ProtocolReads): void {
  const registers = [registry];
  const read = sharedRead(() => protocolBacklog(fork(), day));
  for (const { name, help, value } of GAUGES)
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(value(await read()));
      },
    });
  new Gauge({
    name: 'stillhere_emergency_stage',
    help: 'Protocols that run, by stage',
    labelNames: ['stage'],
    registers,
    async collect() {
      const { stages } = await read();
      for (const stage of STAGES) this.set({ stage }, stages[stage] ?? 0);
    },
  });
  new Gauge({
    name: 'stillhere_emergency_waits',
    help: 'Protocols that wait for what trusted contacts say, or for an answer to it',
    labelNames: ['for'],
    registers,
    async collect() {
      const { waits } = await read();
      for (const [what, count] of Object.entries(waits)) this.set({ for: what }, count);
    },
  });
}

/** Logs what is wrong with protocols once a minute while it lasts. */
export function startProtocolAlarms({ fork, day }: ProtocolReads, log: Logger): Loop {
  // What became overdue while no worker ran gets a minute first.
  let isFirst = true;
  return startLoop('protocol alarms', log, MINUTE, async () => {
    const alarms = isFirst ? [] : alarmsOf(await protocolBacklog(fork(), day));
    isFirst = false;
    for (const { about, message } of alarms) log.error(about, message);
    return false;
  });
}

/** @returns what is wrong, with numbers and no ids */
export function alarmsOf({
  late,
  waitingWarnings,
  undelivered,
  notNotified,
  unreachableFor,
  stages,
  clock,
}: ProtocolBacklog): { about: object; message: string }[] {
  const isAnyRunning = Object.values(stages).some((count) => count > 0);
  const alarms = [];
  if (clock.isHeld)
    alarms.push({
      about: { skewSeconds: clock.skew / SECOND },
      message: 'ALARM: the clock of the database jumped, and protocols and deliveries wait',
    });
  if (late > LATE)
    alarms.push({ about: { lateSeconds: late / SECOND }, message: 'ALARM: an emergency protocol is late' });
  if (waitingWarnings > 0)
    alarms.push({
      about: { waitingWarnings },
      message: 'ALARM: the email provider accepts no warnings of emergency protocols, so they wait',
    });
  if (undelivered > 0) alarms.push({ about: { undelivered }, message: 'ALARM: what a release sends does not arrive' });
  if (notNotified > 0)
    alarms.push({ about: { notNotified }, message: 'ALARM: a trusted contact could not be notified before a release' });
  if (isAnyRunning && (unreachableFor === null || unreachableFor > LATE))
    alarms.push({
      about: { unavailableSeconds: unreachableFor && unreachableFor / SECOND },
      message: 'ALARM: nobody can check in, and emergency protocols wait',
    });
  return alarms;
}
