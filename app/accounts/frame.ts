import { createContext } from 'react-router';
import { type Banner, bannerOf, blockedBanner, progressLabel } from '#app/emergency/banner.ts';
import { accountOf, contextOf, type Provider, visitContext, webDeps } from '#app/middleware/context.ts';
import { DAY } from '#domain/time/durations.ts';
import { fullDateTime } from '#messages/dates.ts';
import { pageReplies } from '#messages/en/frame.ts';
import { lostPhoneBanner } from '#messages/en/lost-phone.ts';
import { say } from '#messages/say.ts';
import { readLostWait } from '#services/accounts/lost-wait.ts';
import { readActiveProtocol } from '#services/emergency/active-protocol.ts';

const protocolContext = createContext<ReturnType<typeof readActiveProtocol> | null>(null);

/**
 * For loaders, which run side by side: the frame and the page read it once.
 * @returns the account's protocol; null if it is off
 */
export function activeProtocolOf(context: Provider): ReturnType<typeof readActiveProtocol> {
  const asked = context.get(protocolContext) ?? readActiveProtocol(contextOf(context), accountOf(context).id);
  context.set(protocolContext, asked);
  return asked;
}

/** The page that says by itself why the protocol does not run. */
const EMERGENCY = '/emergency';

/** What the frame of every signed-in page shows. Read once for each page. */
export interface Frame {
  notices: Banner[];
  /** The progress of the emergency protocol, such as "Day 3 of 30"; null while it is off. */
  progress: string | null;
}

/**
 * @param path of the page, if one of its parts already says what a notice would
 * @returns the frame; without the protocol when that cannot be read, and empty without accounts, so that the page still comes
 */
export async function frameOf(context: Provider, path = ''): Promise<Frame> {
  if (typeof context.get(visitContext) !== 'object') return { notices: [], progress: null };
  const [{ notices, progress }, lost] = await Promise.all([protocolFrame(context, path), lostNotices(context)]);
  return { notices: [...lost, ...notices], progress };
}

/** That someone says the owner's phone is lost: each device that is signed in can stop what follows. */
async function lostNotices(context: Provider): Promise<Banner[]> {
  try {
    const { id, time_zone } = accountOf(context);
    const wait = await readLostWait(contextOf(context), id);
    if (!wait) return [];
    const words = say(lostPhoneBanner.words, { at: fullDateTime(wait.ends_at, time_zone) });
    return [{ words, label: say(lostPhoneBanner.stop), action: '/profile/security/lost', method: 'post' }];
  } catch (error) {
    context.get(webDeps).log.error({ err: error }, 'it could not be read whether a phone is lost');
    return [];
  }
}

async function protocolFrame(context: Provider, path: string): Promise<Frame> {
  const { email, email_confirmed: isConfirmed, time_zone } = accountOf(context);
  const confirm = isConfirmed ? [] : [confirmNotice(email)];
  try {
    const protocol = await activeProtocolOf(context);
    if (!protocol) return { notices: confirm, progress: null };
    const { now, protocolDay = DAY } = contextOf(context);
    const banner = bannerOf(protocol, { timeZone: time_zone, now: now.getTime(), day: protocolDay });
    const progress = progressLabel(protocol);
    if (banner) return { notices: [banner, ...confirm], progress };
    const blocked = blockedBanner(protocol, email);
    if (!blocked) return { notices: confirm, progress };
    return { notices: path === EMERGENCY ? [] : [blocked], progress };
  } catch (error) {
    context.get(webDeps).log.error({ err: error }, 'the emergency protocol could not be read for the frame');
    return { notices: confirm, progress: null };
  }
}

function confirmNotice(email: string): Banner {
  const { confirmEmail, sendAgain } = pageReplies;
  return {
    words: say(confirmEmail, { email }),
    label: say(sendAgain),
    action: '/profile/email/confirm',
    method: 'post',
  };
}
