/** Deliveries by WhatsApp in their own database. The test answers for the providers, and moves rows back to let days pass. */
import { randomUUID } from 'node:crypto';
import type { Schedule } from '#domain/delivery/delivery.schema.ts';
import { type Channel, needsPhone } from '#domain/delivery/delivery.ts';
import type { DeliveryEvent, ProviderAnswer } from '#domain/delivery/protocol.ts';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import { HOUR } from '#domain/time/durations.ts';
import { linkSecret } from '#services/crypto/link.ts';
import type { DeliveryRequest } from '#services/deliveries/claim-and-record.ts';
import {
  type DeliverResult,
  type DeliveryDeps,
  type DeliveryObservation,
  deliver,
} from '#services/deliveries/deliver.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import { fallBackUnheard } from '#services/events/unheard.ts';
import type { ProviderEvent } from '#services/ports/provider-events.ts';
import { createPerson, createStage, scheduleOf } from './person.ts';

const POLICY: DeliveryPolicy = { claimLease: 20_000, unknownWait: 180_000, minute: 60_000 };
export const ACCEPTED: ProviderAnswer = { kind: 'accepted', messageId: 'm1' };

/** A message that a provider received. */
export interface Letter {
  channel: Channel;
  attemptId: string;
  deliveryId: string;
  revision: number;
  /** Of the link in it. */
  secret: string;
  /** Of an email. */
  to?: string;
}

/** What is on record about one delivery. */
export interface DeliveryRecord {
  status: string;
  revision: number;
  failure: string | null;
  isDelivered: boolean;
  hasFallenBack: boolean;
  linkEpoch: number;
  /** In their order: the channel, the state, and why it was rejected. */
  attempts: string[];
  timeline: string[];
  notices: number;
}

export type Post = Awaited<ReturnType<typeof createPost>>;

const secretIn = (text: string) => /\/m\/([\w.-]+)/.exec(text)?.[1] ?? '';

export async function createPost() {
  const stage = await createStage();
  const helena = await createPerson(stage.context());
  const sent: Letter[] = [];
  /** The answers to the next calls; without one, a call is accepted. */
  const answers: Record<Letter['channel'], (ProviderAnswer | ((letter: Letter) => Promise<ProviderAnswer>))[]> = {
    email: [],
    whatsapp: [],
    sms: [],
  };
  const observed: DeliveryObservation[] = [];
  const fork = () => stage.orm.em.fork();
  const query = <T>(sql: string, params: unknown[] = []) => fork().execute<T[]>(sql, params);

  async function take(letter: Letter): Promise<ProviderAnswer> {
    sent.push(letter);
    const answer = answers[letter.channel].shift() ?? ACCEPTED;
    return typeof answer === 'function' ? answer(letter) : answer;
  }
  const deps: DeliveryDeps = {
    fork,
    keyring: stage.keyring,
    // why: mails and messages reach people, and the test chooses what their providers answer.
    email: {
      send: ({ to, reference, text }) =>
        take({
          channel: 'email',
          to: to.email,
          attemptId: reference.attempt_id ?? '',
          deliveryId: reference.delivery_id ?? '',
          revision: Number(reference.revision),
          secret: secretIn(text),
        }),
    },
    whatsapp: {
      send: ({ attemptId, deliveryId, revision, linkSecret: secret }) =>
        take({ channel: 'whatsapp', attemptId, deliveryId, revision, secret }),
    },
    sms: {
      send: ({ attemptId, deliveryId, revision, text }) =>
        take({ channel: 'sms', attemptId, deliveryId, revision, secret: secretIn(text) }),
    },
    policy: POLICY,
    appOrigin: 'https://stillhere.example',
    observe: (one) => observed.push(one),
  };

  async function deliverRequest(request: DeliveryRequest, id: string): Promise<DeliverResult | undefined> {
    return (await deliver(deps, request)).get(id);
  }

  async function due(channel: Letter['channel'] = 'whatsapp', wish: Partial<Schedule> = {}): Promise<string> {
    const change = needsPhone(channel) ? { delivery_type: channel, recipient_phone: '+351912345678' } : {};
    const { id } = await scheduleDelivery(
      stage.context(),
      helena.id,
      scheduleOf(helena.letter.id, { ...change, ...wish }),
    );
    await query(
      "update deliveries set next_attempt_at = now() - interval '2 seconds', scheduled_time = now() - interval '2 seconds' where id = ?",
      [id],
    );
    return id;
  }

  async function pass(id: string, milliseconds: number): Promise<void> {
    const span = `'${milliseconds} milliseconds'::interval`;
    await query(
      `update deliveries set sent_at = sent_at - ${span}, delivered_at = delivered_at - ${span}, fell_back_at = fell_back_at - ${span},
         opened_at = opened_at - ${span}, next_attempt_at = next_attempt_at - ${span}, finished_at = finished_at - ${span} where id = ?`,
      [id],
    );
    await query(`update delivery_attempts set started_at = started_at - ${span} where delivery_id = ?`, [id]);
  }

  async function accepted(ago = 0, channel: Channel = 'whatsapp'): Promise<string> {
    const id = await due(channel);
    const result = await deliverRequest({ kind: 'one', id, revision: 1 }, id);
    if (result?.kind !== 'sent') throw new Error(`It was not accepted: ${JSON.stringify(result)}`);
    await pass(id, ago);
    return id;
  }

  return {
    stage,
    /** What its worker needs. */
    deps,
    helena,
    query,
    sent,
    /** What operators see in log lines and metrics. */
    observed,
    answers,
    /** @returns the id of a letter that is due at this moment, by WhatsApp unless another channel is named */
    due,
    /** @returns the id of one that WhatsApp, or another channel, accepted so many milliseconds ago */
    accepted,
    /** A delivery that fell back, whose email was not sent yet; and its message, which WhatsApp accepted. */
    async fallen(): Promise<{ id: string; letter: Letter }> {
      const id = await accepted(49 * HOUR);
      if ((await fallBackUnheard(fork(), POLICY)) !== 1) throw new Error('It did not fall back.');
      return { id, letter: sent.at(-1) as Letter };
    },
    deliver: (id: string, revision = 1) => deliverRequest({ kind: 'one', id, revision }, id),
    sendOverdue: (id: string) => deliverRequest({ kind: 'overdue', overdueBy: 0, limit: 50 }, id),
    /** @returns how many were found overdue */
    sendAllOverdue: async () => (await deliver(deps, { kind: 'overdue', overdueBy: 0, limit: 50 })).size,
    fallBack: () => fallBackUnheard(fork(), POLICY),
    /** Lets time pass for one delivery, in milliseconds. */
    pass,
    event(
      letter: Pick<Letter, 'channel' | 'attemptId'> & Partial<Letter>,
      event: DeliveryEvent,
      eventId: string = randomUUID(),
    ): ProviderEvent {
      return {
        eventId,
        attemptId: letter.attemptId,
        delivery:
          letter.deliveryId && letter.revision
            ? { id: letter.deliveryId, revision: letter.revision, channel: letter.channel }
            : null,
        mailId: null,
        messageId: 'm1',
        name: event.kind,
        event,
        occurredAt: new Date(),
      };
    },
    async record(events: ProviderEvent[], provider: 'sendgrid' | 'twilio' = 'twilio'): Promise<void> {
      await recordProviderEvents({ em: fork() }, provider, events);
    },
    link: (id: string, epoch = 1) => linkSecret(stage.keyring, 'delivery', id, epoch),
    async recordOf(id: string): Promise<DeliveryRecord> {
      const [row] = await query<{
        status: string;
        revision: number;
        failure_code: string | null;
        delivered_at: string | null;
        fell_back_at: string | null;
        link_epoch: number;
      }>('select * from deliveries where id = ?', [id]);
      if (!row) throw new Error('There is no such delivery.');
      const attempts = await query<{ channel: string; state: string; rejection: string | null }>(
        'select channel, state, rejection from delivery_attempts where delivery_id = ? order by revision, n',
        [id],
      );
      const timeline = await query<{ kind: string }>(
        "select kind from timeline where delivery_id = ? and kind <> 'delivery-scheduled' order by at, id",
        [id],
      );
      const notices = await query("select 1 from notices where delivery_id = ? and kind = 'delivery-failed'", [id]);
      return {
        status: row.status,
        revision: row.revision,
        failure: row.failure_code,
        isDelivered: row.delivered_at !== null,
        hasFallenBack: row.fell_back_at !== null,
        linkEpoch: row.link_epoch,
        attempts: attempts.map(({ channel, state, rejection }) =>
          [channel, state, rejection].filter(Boolean).join(' '),
        ),
        timeline: timeline.map(({ kind }) => kind.slice('delivery-'.length)),
        notices: notices.length,
      };
    },
    /** Deletes all deliveries and forgets what was sent. */
    async empty(): Promise<void> {
      await query('delete from deliveries');
      sent.length = 0;
      observed.length = 0;
      answers.email = [];
      answers.whatsapp = [];
      answers.sms = [];
    },
    close: () => stage.close(),
  };
}
