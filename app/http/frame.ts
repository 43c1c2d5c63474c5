import { dateOf, momentOf } from '#app/emergency/words.ts';
import { accountOf, contextOf, type Provider, visitContext, webParts } from '#app/middleware/context.ts';
import { DAY } from '#domain/time/durations.ts';
import { type Glance, glance } from '#services/emergency/glance.ts';

/** Something that stands on every page until it is answered. Its words come from here: few people ever see one. */
export interface StandingNotice {
  words: string;
  label: string;
  action: string;
  method: 'get' | 'post';
}

/** What the frame of every signed-in page shows. */
export interface Frame {
  notices: StandingNotice[];
  /** How far the emergency protocol has come; null while it is off. */
  lamp: string | null;
}

/** @returns what the frame shows; a page whose frame cannot be known comes without */
export async function frameOf(context: Provider): Promise<Frame> {
  if (typeof context.get(visitContext) !== 'object') return { notices: [], lamp: null };
  const { id, email, email_confirmed, time_zone } = accountOf(context);
  const notices: StandingNotice[] = [];
  if (!email_confirmed)
    notices.push({
      words: `Is ${email} your address? Please open the link that we sent there.`,
      label: 'Send it again',
      action: '/profile/email/confirm',
      method: 'post',
    });
  try {
    const seen = await glance(contextOf(context), id);
    const notice = seen && noticeOf(context, seen, time_zone);
    return { notices: notice ? [notice, ...notices] : notices, lamp: seen && lampOf(seen) };
  } catch (error) {
    context.get(webParts).log.error({ err: error }, 'the emergency protocol could not be looked at');
    return { notices, lamp: null };
  }
}

function lampOf({ stage, day, of, isPaused }: Glance): string {
  if (stage === 'released') return 'Released';
  return isPaused ? 'Paused' : `Day ${day} of ${of}`;
}

function noticeOf(
  context: Provider,
  { stage, day, told_at, release_at }: Glance,
  timeZone: string,
): StandingNotice | null {
  const { now, protocolDay = DAY } = contextOf(context);
  const calendar = { timeZone, now: now.getTime(), day: protocolDay };
  const checkIn = { label: 'Check in', action: '/emergency/check-in', method: 'post' } as const;
  const release = release_at === null ? '' : momentOf(Date.parse(release_at), calendar);
  switch (stage) {
    case 'armed':
      return null;
    case 'reminding': {
      const told =
        told_at === null
          ? ''
          : ` Unless you check in, your trusted contacts are told on ${dateOf(Date.parse(told_at), calendar)}.`;
      return { words: `We have not heard from you for ${day} days.${told}`, ...checkIn };
    }
    case 'missed':
    case 'last-call':
      return {
        words: `You missed your check-in, and your trusted contacts were told. Unless you check in, what you set aside goes to them on ${release}.`,
        ...checkIn,
      };
    case 'released':
      return {
        words: 'Your emergency protocol was released: what you set aside has gone to your trusted contacts.',
        label: 'I’m back',
        action: '/emergency/return',
        method: 'get',
      };
  }
}
