import type { EntityManager } from '@mikro-orm/postgresql';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DeliveryObservation } from '#services/deliveries/deliver.ts';
import { deliveryBacklog } from '#services/deliveries/engine-sync.ts';
import { addHourGauges, addWaitingGauges } from './record-gauges.ts';
import { sharedRead } from './shared-read.ts';

/** docs/operations.md lists each metric, with what an operator does about it. */
export interface Metrics {
  registry: Registry;
  observe(event: DeliveryObservation): void;
  newEngineStores: Counter;
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
    newEngineStores: new Counter({
      name: 'stillhere_new_engine_stores_total',
      help: 'Times the engine came back with a new store',
      registers,
    }),
    runsRepaired: new Counter({
      name: 'stillhere_runs_repaired_total',
      help: 'Missing runs that were started again',
      registers,
    }),
    thumbnails: new Counter({
      name: 'stillhere_thumbnails_total',
      help: 'Thumbnails by outcome',
      labelNames: ['outcome'],
      registers,
    }),
  };
}

/** Counts what only this process knows about its deliveries. */
function deliveryCounters(registers: Registry[]): Metrics['observe'] {
  const answers = new Counter({
    name: 'stillhere_provider_answers_total',
    help: 'Provider calls about deliveries by answer',
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
    help: 'From the due time of a message to its acceptance by the provider',
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
      case 'lost-attempt':
        if (event.isFurtherCopy) copies.inc();
        break;
      case 'gave-up':
        unconfirmed.inc();
    }
  };
}

/** Each scrape reads Postgres. */
function addBacklogGauges(registers: Registry[], fork: () => EntityManager): void {
  const read = sharedRead(() => deliveryBacklog(fork()));
  new Gauge({
    name: 'stillhere_outbox_depth',
    help: 'Intents that were not yet sent to the engine',
    registers,
    async collect() {
      this.set((await read()).outboxDepth);
    },
  });
  new Gauge({
    name: 'stillhere_pending_deliveries',
    help: 'Deliveries that are pending',
    registers,
    async collect() {
      this.set((await read()).pending);
    },
  });
  new Gauge({
    name: 'stillhere_held_deliveries',
    help: 'Deliveries that operators hold',
    labelNames: ['origin'],
    registers,
    async collect() {
      for (const [origin, count] of Object.entries((await read()).held)) this.set({ origin }, count);
    },
  });
  new Gauge({
    name: 'stillhere_duress_holds',
    help: 'Owners whose duress check-in holds everything',
    registers,
    async collect() {
      this.set((await read()).duressHolds);
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
