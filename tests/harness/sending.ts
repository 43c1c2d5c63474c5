import type { MikroORM } from '@mikro-orm/postgresql';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { deliver, type Postman } from '#services/deliveries/deliver.ts';

/** What somebody was sent. */
export interface Sent {
  by: 'email' | 'whatsapp';
  to: string;
  attemptId: string;
  /** Of its link. */
  secret: string;
  /** Of an email. */
  subject: string | null;
}

/**
 * Sends from a stage as a worker does.
 * why: the providers are fakes, so that a test can say what they answer, and see what they were given.
 */
export function createPost({ orm, keyring }: { orm: MikroORM; keyring: Keyring }) {
  const sent: Sent[] = [];
  const state: { answer: ProviderAnswer } = { answer: { kind: 'accepted', messageId: null } };
  const postman: Postman = {
    fork: () => orm.em.fork(),
    keyring,
    policy: { claimLease: 20_000, unknownWait: 180_000, minute: 60_000 },
    appOrigin: 'https://stillhere.example',
    observe: () => {},
    email: {
      async send({ to, subject, text, reference }) {
        const [, secret = ''] = /\/m\/(\S+)/.exec(text) ?? [];
        sent.push({ by: 'email', to: to.email, attemptId: reference.attempt_id ?? '', secret, subject });
        return state.answer;
      },
    },
    whatsapp: {
      async send({ to, linkSecret: secret, attemptId }) {
        sent.push({ by: 'whatsapp', to, attemptId, secret, subject: null });
        return state.answer;
      },
    },
  };
  const query = <Row>(sql: string, params: unknown[] = []) => orm.em.fork().execute<Row[]>(sql, params);
  return {
    sent,
    postman,
    /** What providers answer from now on. */
    answer(answer: ProviderAnswer) {
      state.answer = answer;
    },
    /** Lets its time come, and sends it. */
    async send(id: string): Promise<Sent | undefined> {
      await query(
        "update deliveries set next_attempt_at = now() - interval '1 second' where id = ? and status = 'pending'",
        [id],
      );
      const [row] = await query<{ revision: number }>('select revision from deliveries where id = ?', [id]);
      const before = sent.length;
      await deliver(postman, { kind: 'one', id, revision: row?.revision ?? 0 });
      return sent[before];
    },
    /** The secret of a link by its epoch. */
    secretOf: (id: string, epoch: number) => linkSecret(keyring, 'delivery', id, epoch),
    query,
  };
}
