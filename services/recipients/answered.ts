/**
 * That a browser has answered the question of a link: an HMAC which its cookie carries. It is valid for one link, one answer and
 * one day, and is not stored.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';

/** For how long a browser need not answer again, in milliseconds. */
export const ANSWERED_FOR = DAY;

/** @returns the proof for the answer of the present link; another answer or link needs another */
export function proofOf(
  { keyring, now }: Pick<Context, 'keyring' | 'now'>,
  deliveryId: string,
  linkEpoch: number,
  answerHash: string,
): string {
  const until = now.getTime() + ANSWERED_FOR;
  return `${until}.${mac(keyring.newestLinkKey, [deliveryId, linkEpoch, answerHash, until]).toString('base64url')}`;
}

/** @returns whether this browser has answered it */
export function hasAnswered(
  { keyring, now, answered = '' }: Pick<Context, 'keyring' | 'now' | 'answered'>,
  deliveryId: string,
  linkEpoch: number,
  answerHash: string,
): boolean {
  const [until = '', given = ''] = answered.split('.');
  const bytes = Buffer.from(given, 'base64url');
  if (!/^\d{1,15}$/.test(until) || Number(until) <= now.getTime()) return false;
  const about = [deliveryId, linkEpoch, answerHash, Number(until)] as const;
  return keyring.linkKeys
    .map((key) => mac(key, about))
    .map((expected) => expected.length === bytes.length && timingSafeEqual(expected, bytes))
    .includes(true);
}

function mac(key: Buffer, about: readonly (string | number)[]): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['answered', ...about]))
    .digest();
}
