import type { EntityManager } from '@mikro-orm/postgresql';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DeliveryObservation } from '#services/deliveries/deliver.ts';
import { deliveryBacklog } from '#services/deliveries/engine-sync.ts';
import { addHourGauges, addWaitingGauges } from './record-gauges.ts';
import { sharedRead } from './shared-read.ts';

/** What operators watch: docs/operations.md lists each, with what to do about it. */
export interface Metrics {
  registry: Registry;
  observe(event: DeliveryObservation): void;
  engineStoresMet: Counter;
  runsRepaired: Counter;
  thumbnails: Counter;
}

/** @param fork for the gauges, which read Postgres at each scrape */
export function createMetrics(fork: () => EntityManager): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  addBacklogGauges(registers, fork);
  addHourGauges(registers, fork);
  addWaitingGauges(registers, fork);
  return {
    registry,
    observe: deliveryCounters(registers),
    engineStoresMet: new Counter({
      name: 'stillhere_engine_stores_met_total',
      help: 'New engine stores recognised',
      registers,
    }),
    runsRepaired: new Counter({
      name: 'stillhere_runs_repaired_total',
      help: 'Runs that were missing and are started again',
      registers,
    }),
    thumbnails: new Counter({
      name: 'stillhere_thumbnails_total',
      help: 'Drawings of files by what came of them',
      labelNames: ['outcome'],
      registers,
    }),
  };
}

/** Counts what only this process knows of its deliveries. */
function deliveryCounters(registers: Registry[]): Metrics['observe'] {
  const answers = new Counter({
    name: 'stillhere_provider_answers_total',
    help: 'Provider calls about deliveries by what came of them',
    labelNames: ['channel', 'answer'],
    registers,
  });
  const copies = new Counter({
    name: 'stillhere_further_copies_total',
    help: 'Second copies after an unknown outcome',
    registers,
  });
  const unconfirmed = new Counter({
    name: 'stillhere_unconfirmed_total',
    help: 'Deliveries given up after two unknown outcomes',
    registers,
  });
  const lateness = new Histogram({
    name: 'stillhere_delivery_lateness_seconds',
    help: 'From when a message was to go to its acceptance by the provider',
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 3_600, 86_400],
    registers,
  });
  return (event) => {
    switch (event.kind) {
      case 'answer':
        answers.inc({ channel: event.channel, answer: event.answer });
        break;
      case 'sent':
        lateness.observe(event.latenessSeconds);
        break;
      case 'further-copy':
        copies.inc();
        break;
      case 'gave-up':
        unconfirmed.inc();
    }
  };
}

/** Values of the moment a scrape asks. */
function addBacklogGauges(registers: Registry[], fork: () => EntityManager): void {
  const read = sharedRead(() => deliveryBacklog(fork()));
  new Gauge({
    name: 'stillhere_outbox_depth',
    help: 'Intents that the engine has not heard of',
    registers,
    async collect() {
      this.set((await read()).outboxDepth);
    },
  });
  new Gauge({
    name: 'stillhere_pending_deliveries',
    help: 'Deliveries that wait',
    registers,
    async collect() {
      this.set((await read()).pending);
    },
  });
  new Gauge({
    name: 'stillhere_oldest_overdue_seconds',
    help: 'How long the longest overdue delivery has been due',
    registers,
    async collect() {
      this.set((await read()).oldestOverdueSeconds);
    },
  });
}
