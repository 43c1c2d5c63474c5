/** What became of the warnings of the present episode, as the database has it. */
import { expressionBuilder, type InferResult, type Nullable } from 'kysely';
import { inMilliseconds } from '#db/instants.ts';
import type { Tables } from '#db/query.ts';
import { WARNING_KINDS, type Warning } from '#domain/emergency/protocol.ts';
import { withOtherChannels } from '#domain/emergency/warning-channels.ts';

type WarningRow = InferResult<ReturnType<typeof selectWarnings>>[number];

/** Of the present episode of the protocol `p` of `u`. */
export function selectWarnings() {
  const eb = expressionBuilder<
    Tables & { u: Tables['users']; p: Nullable<Tables['emergency_protocols']> },
    'u' | 'p'
  >();
  return eb
    .selectFrom('emergency_mails as m')
    .select(['m.kind', 'm.index', 'm.state'])
    .select(({ ref }) => [
      inMilliseconds(ref('m.settled_at')).as('settled_at'),
      inMilliseconds(ref('m.deferred_at')).as('deferred_at'),
      inMilliseconds(ref('m.delivered_at')).as('delivered_at'),
      inMilliseconds(ref('m.bounced_at')).as('bounced_at'),
    ])
    .select(({ selectFrom }) =>
      inMilliseconds(
        selectFrom('warning_messages as w')
          .select(({ fn }) => fn.min('w.delivered_at').as('delivered_at'))
          .whereRef('w.mail_id', '=', 'm.id')
          .$asScalar(),
      ).as('otherwise_delivered_at'),
    )
    .whereRef('m.owner_id', '=', 'u.id')
    .where(({ eb, fn, lit }) => eb('m.episode', '=', fn.coalesce('p.episode', lit(1))))
    .where('m.kind', 'in', WARNING_KINDS)
    .where('m.state', '<>', 'withdrawn')
    .orderBy('m.created_at')
    .$narrowType<{ kind: Warning['kind']; state: 'waiting' | 'accepted' | 'bounced' }>();
}

export function toWarning(row: WarningRow): Warning {
  return withOtherChannels(toAccount(row), row.otherwise_delivered_at);
}

/** As the account's address got it. */
function toAccount(row: WarningRow): Warning {
  const { kind, index, state, settled_at: settledAt } = row;
  const warning = { kind, index, settledAt };
  // Rows from before migration 8 have no `bounced_at`.
  if (state === 'bounced') return { ...warning, state, reportedAt: row.bounced_at ?? settledAt };
  if (row.delivered_at !== null) return { ...warning, state: 'delivered', reportedAt: row.delivered_at };
  if (row.deferred_at !== null) return { ...warning, state: 'deferred', reportedAt: row.deferred_at };
  return { ...warning, state, reportedAt: null };
}
