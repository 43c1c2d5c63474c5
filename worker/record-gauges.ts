import type { EntityManager } from '@mikro-orm/postgresql';
import { Gauge, type Registry } from 'prom-client';
import { type Count, lastHour, whatWaits } from '#services/operations/gauges.ts';
import { sharedRead } from './shared-read.ts';

/** What happened within an hour, in all processes: docs/decisions/0032 says why processes do not count their own. */
export function addHourGauges(registers: Registry[], fork: () => EntityManager): void {
  const read = sharedRead(() => lastHour(fork()));
  new Gauge({
    name: 'stillhere_deliveries_last_hour',
    help: 'Deliveries by outcome within an hour',
    labelNames: ['outcome', 'why'],
    registers,
    async collect() {
      show(this, (await read()).outcomes);
    },
  });
  new Gauge({
    name: 'stillhere_provider_events_last_hour',
    help: 'Events that providers reported within an hour',
    labelNames: ['provider', 'event'],
    registers,
    async collect() {
      show(this, (await read()).events);
    },
  });
}

/** What waits for a provider. */
export function addWaitingGauges(registers: Registry[], fork: () => EntityManager): void {
  const read = sharedRead(() => whatWaits(fork()));
  new Gauge({
    name: 'stillhere_mail_waiting_seconds',
    help: 'How long the oldest of our own mails has waited for the provider to accept it',
    labelNames: ['kind'],
    registers,
    async collect() {
      for (const [kind, seconds] of Object.entries((await read()).mailSeconds)) this.set({ kind }, seconds);
    },
  });
  new Gauge({
    name: 'stillhere_messages_unreported',
    help: 'WhatsApp messages and SMS that were accepted more than an hour ago without a report since',
    registers,
    async collect() {
      this.set((await read()).unheard);
    },
  });
}

/** Also removes labels that only an earlier scrape had. */
function show(gauge: Gauge, counts: readonly Count[]): void {
  gauge.reset();
  for (const { of, count } of counts) gauge.set(of, count);
}
