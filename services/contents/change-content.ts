import type { ChangeContent } from '#domain/content/content.schema.ts';
import type { Context } from '#services/context.ts';
import { editContent } from './edit-content.ts';
import { findContent } from './queries.ts';
import type { WholeContent } from './read-contents.ts';
import { setEmergency } from './set-emergency.ts';
import { setVisibility } from './set-visibility.ts';

/**
 * Changes whatever is asked for at once, or nothing of it.
 * @throws AppError as the verbs throw it that change each
 */
export function changeContent(
  context: Context,
  ownerId: string,
  id: string,
  { title, content, is_public, is_emergency }: ChangeContent,
): Promise<WholeContent> {
  return context.em.transactional(async (em) => {
    const inside = { ...context, em };
    // The text first: it locks the room before the row, as uploads do.
    if (title !== undefined || content !== undefined)
      await editContent(inside, ownerId, id, {
        ...(title === undefined ? {} : { title }),
        ...(content === undefined ? {} : { content }),
      });
    if (is_emergency !== undefined) await setEmergency(inside, ownerId, id, is_emergency);
    if (is_public !== undefined) await setVisibility(inside, ownerId, id, is_public);
    return findContent(inside, ownerId, id);
  });
}
