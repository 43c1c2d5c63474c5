/**
 * For operators: sends a delivery of a release again, when it did not arrive.
 *
 *   npm run resend -- <delivery id>
 *   npm run resend -- <delivery id> --to <address>     its earlier link is then no longer valid
 */
import { parseArgs } from 'node:util';
import { readEnv } from '#config/env.ts';
import { initOrm } from '#db/orm.ts';
import { emailSchema } from '#domain/accounts/accounts.schema.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { type ResendRefusal, resendRelease } from '#services/emergency/resend-release.ts';
import { whyEnded } from './why-ended.ts';

const REFUSALS: Record<ResendRefusal, string> = {
  unknown: 'There is no such delivery. The id is the one in the log and in the table deliveries.',
  'not-a-release': 'Its owner scheduled it, and can send it again: this command is for releases.',
  'owner-is-back': 'Its owner has answered since, so nothing of that release is sent.',
  'under-way': 'It is being sent right now, or its outcome is not known yet. Wait a few minutes.',
  held: 'Operators hold it. Let it go first: npm run unhold -- <delivery id>.',
  'recipient-said-no': 'Its recipient said that it is not for them, or reported it as spam.',
  stopped: 'This person asked for no more messages, from this owner or from Stillhere.',
  'address-taken': 'This release goes to that address already: for another contact, or on the same day.',
};

const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true });
const [id, ...more] = positionals;
const to = values.to === undefined ? null : emailSchema.safeParse(values.to);
if (id === undefined || more.length > 0 || to?.success === false) {
  console.error('Which one? npm run resend -- <delivery id> [--to <address>]');
  process.exit(1);
}

const env = readEnv();
const orm = await initOrm(env.DATABASE_URL, { pool: 2 });
try {
  const keyring = new Keyring(env.MASTER_KEYS);
  const refusal = await resendRelease({ em: orm.em.fork(), keyring }, id, to?.data ?? null);
  if (refusal === null)
    console.log(
      to
        ? `${id} goes out again now, to the address that you gave and with a new link.`
        : `${id} goes out again now, to the same address. A worker sends it.`,
    );
  else {
    console.error(`${REFUSALS[refusal]} Nothing was changed.`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(`${whyEnded(error)} When that is mended, run it again.`);
  process.exitCode = 1;
} finally {
  await orm.close(true);
}
