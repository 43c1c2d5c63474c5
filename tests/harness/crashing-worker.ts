/**
 * The worker, killed with SIGKILL at an exact point of the protocol. Everything is real but the ports of mails and
 * messages, where that point is. The product has none of this code.
 *
 * CRASH_AT   `claimed`: after the claim was committed, before a byte goes to the provider
 *            `answered`: after the provider's answer (or the end of waiting for it), before it is recorded
 * CRASH_WITH how many deliveries must have reached the point: then all of them are exactly there
 */
import { compose } from '#config/compose.ts';
import { readEnv } from '#config/env.ts';
import { createLogger } from '#config/log.ts';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { runWorker } from '#worker/run.ts';

const env = readEnv();
const parts = await compose(env);
const crashAt = process.env.CRASH_AT;
const crashWith = Number(process.env.CRASH_WITH);
let arrived = 0;

function arrive(): Promise<never> {
  if (++arrived === crashWith) process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

/** A sender that stops at the point. */
function dying<Message>(sender: { send(message: Message): Promise<ProviderAnswer> }) {
  return {
    async send(message: Message): Promise<ProviderAnswer> {
      if (crashAt === 'claimed') return arrive();
      await sender.send(message);
      return arrive();
    },
  };
}

parts.email = dying(parts.email);
parts.whatsapp = parts.whatsapp && { ...parts.whatsapp, ...dying(parts.whatsapp) };
parts.sms = parts.sms && { ...parts.sms, ...dying(parts.sms) };
await runWorker(env, parts, createLogger(env, 'worker'));
