/** What the dashboard says of today and of the emergency protocol. The server writes it, so browsers load no texts for it. */
import { progressLabel } from '#app/emergency/banner.ts';
import { allToDo } from '#app/emergency/not-running.ts';
import { CHANNELS } from '#domain/delivery/delivery.ts';
import { dashboardToday } from '#messages/en/dashboard.ts';
import { signOfLife } from '#messages/en/emergency-view.ts';
import { say } from '#messages/say.ts';
import type { Dashboard } from '#services/deliveries/queries.ts';
import type { ActiveProtocol } from '#services/emergency/active-protocol.ts';

/** What else may ask something of the owner. */
interface Circumstances {
  isPastDue: boolean;
  isConfirmed: boolean;
  /** Null while it is off. */
  protocol: ActiveProtocol | null;
}

/** @returns what there is to do today, the most urgent alone */
export function todayOf(
  { troubled, asks_about }: Pick<Dashboard, 'troubled' | 'asks_about'>,
  { isPastDue, isConfirmed, protocol }: Circumstances,
): string {
  if (protocol?.stage === 'released') return say(dashboardToday.released);
  if (protocol && !protocol.isRunning) return say(dashboardToday.notRunning, { toDo: allToDo(protocol.blockedBy) });
  if (protocol && protocol.stage !== 'armed') return say(dashboardToday.checkIn);
  if (troubled.some(({ status }) => status === 'failed')) return say(dashboardToday.failed);
  if (troubled.length > 0) return say(dashboardToday.late);
  if (isPastDue) return say(dashboardToday.pastDue);
  if (!isConfirmed) return say(dashboardToday.confirm);
  if (protocol?.unreachable) return say(dashboardToday.unreachable, { name: protocol.unreachable });
  if (asks_about === null) return say(dashboardToday.nothing);
  return say(dashboardToday.addresses[CHANNELS[asks_about].address]);
}

/** The emergency protocol in words: whether it runs, how far it has come, and what must not be misunderstood. */
export interface ProtocolStat {
  label: string;
  progress: string | null;
  note: string | null;
}

/** @returns null: it is off */
export function protocolStat(protocol: ActiveProtocol | null): ProtocolStat {
  const texts = dashboardToday.protocol;
  if (!protocol) return { label: say(texts.inactive), progress: null, note: null };
  if (protocol.stage === 'released') return { label: say(texts.ended), progress: null, note: null };
  if (!protocol.isRunning) return { label: say(texts.notRunning), progress: null, note: say(texts.noDays) };
  return { label: say(texts.active), progress: progressLabel(protocol), note: say(signOfLife.short) };
}
