import { type Banner, bannerOf, progressLabel } from '#app/emergency/banner.ts';
import { accountOf, contextOf, type Provider, visitContext, webDeps } from '#app/middleware/context.ts';
import { DAY } from '#domain/time/durations.ts';
import { pageReplies } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import { readActiveProtocol } from '#services/emergency/protocol-view.ts';

/** What the frame of every signed-in page shows. Read once for each page. */
export interface Frame {
  notices: Banner[];
  /** The progress of the emergency protocol, such as "Day 3 of 30"; null while it is off. */
  lamp: string | null;
}

/** @returns the frame; empty when accounts or the protocol cannot be read, so that the page still comes */
export async function frameOf(context: Provider): Promise<Frame> {
  if (typeof context.get(visitContext) !== 'object') return { notices: [], lamp: null };
  const { id, email, email_confirmed, time_zone } = accountOf(context);
  const notices: Banner[] = [];
  if (!email_confirmed)
    notices.push({
      words: say(pageReplies.confirmEmail, { email }),
      label: say(pageReplies.sendAgain),
      action: '/profile/email/confirm',
      method: 'post',
    });
  try {
    const asked = contextOf(context);
    const seen = await readActiveProtocol(asked, id);
    const { now, protocolDay = DAY } = asked;
    const notice = seen && bannerOf(seen, { timeZone: time_zone, now: now.getTime(), day: protocolDay });
    return { notices: notice ? [notice, ...notices] : notices, lamp: seen && progressLabel(seen) };
  } catch (error) {
    context.get(webDeps).log.error({ err: error }, 'the emergency protocol could not be read for the frame');
    return { notices, lamp: null };
  }
}
