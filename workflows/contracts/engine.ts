/** What all our workflows share with the code that starts them. */
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';

/** The task queue of our workers. */
export const TASK_QUEUE = 'stillhere';

/** What operators can search runs by. */
export const searchAttributes = {
  /** `delivery` or `emergency`. */
  kind: defineSearchAttributeKey('StillhereKind', SearchAttributeType.KEYWORD),
  ownerId: defineSearchAttributeKey('StillhereOwnerId', SearchAttributeType.KEYWORD),
  /** When it next does something. */
  dueAt: defineSearchAttributeKey('StillhereDueAt', SearchAttributeType.DATETIME),
  /** Of deliveries. */
  channel: defineSearchAttributeKey('StillhereChannel', SearchAttributeType.KEYWORD),
  /** Of protocols. */
  stage: defineSearchAttributeKey('StillhereStage', SearchAttributeType.KEYWORD),
  episode: defineSearchAttributeKey('StillhereEpisode', SearchAttributeType.INT),
  /** Of protocols that wait for what contacts say. */
  waitsFor: defineSearchAttributeKey('StillhereWaitsFor', SearchAttributeType.KEYWORD),
} as const;
