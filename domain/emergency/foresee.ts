import {
  giveUpDeferred,
  mailboxWorksSince,
  nextStep,
  type ProtocolPolicy,
  type ProtocolState,
  settledAt,
  type Warning,
  type WarningKind,
} from './protocol.ts';

/** An event to come, and when, in milliseconds. */
export interface Foreseen {
  kind: WarningKind | 'released';
  index: number;
  at: number;
}

/**
 * Foresees what happens without a check-in, if people can reach us and every warning arrives at once. A warning after a
 * bounce counts only as accepted: until a delivery shows that the mailbox works, the later release is shown. The dates on
 * pages and in mails are those of the protocol, because the same decisions are taken.
 * @returns earliest first; empty while silence does not count
 */
export function foresee(policy: ProtocolPolicy, state: ProtocolState, now: number): Foreseen[] {
  const foreseen: Foreseen[] = [];
  let at = now;
  let seen: ProtocolState = {
    ...giveUpDeferred(policy, state, now),
    availability: { ...state.availability, isReachable: true },
  };
  const arrived = ({ kind, index }: Pick<Warning, 'kind' | 'index'>): Warning =>
    mailboxWorksSince(seen) === null
      ? { kind, index, state: 'accepted', settledAt: at, reportedAt: null }
      : { kind, index, state: 'delivered', settledAt: at, reportedAt: at };
  const sent = (kind: WarningKind, index: number): Warning => {
    foreseen.push({ kind, index, at });
    return arrived({ kind, index });
  };
  seen = { ...seen, warnings: seen.warnings.map((one) => (settledAt(one) === null ? arrived(one) : one)) };
  for (;;) {
    const step = nextStep(policy, seen, at);
    switch (step.kind) {
      case 'rest':
        return foreseen;
      case 'wait':
        at = Math.max(step.until, at + 1);
        break;
      case 'warn':
        seen = { ...seen, stage: step.stage, warnings: [...seen.warnings, sent(step.warning, step.index)] };
        break;
      case 'miss':
        seen = { ...seen, stage: 'missed', missedAt: at, warnings: [...seen.warnings, sent('missed', 0)] };
        break;
      case 'release':
        return [...foreseen, { kind: 'released', index: 0, at }];
    }
  }
}
