/** What the dashboard says after Save. The server writes it, so that browsers do not load its texts. */
import { accountOf, contextOf, type Provider } from '#app/middleware/context.ts';
import { isCameraName } from '#domain/content/camera-name.ts';
import { AppError } from '#domain/errors.ts';
import { frame } from '#messages/en/frame.ts';
import { justSavedTexts as texts } from '#messages/en/just-saved.ts';
import { say } from '#messages/say.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { findContentView } from '#services/contents/read-contents.ts';
import { recipientNote } from './recipient-note.ts';

/** What was just saved, and the ways on from here. */
export interface JustSaved {
  heading: string;
  text: string;
  /** The first is the main one. */
  links: { to: string; label: string }[];
}

/**
 * @param query of the dashboard's address (`savedHref`)
 * @returns null without such an address, and for a content that is gone
 */
export async function justSaved(context: Provider, query: URLSearchParams): Promise<JustSaved | null> {
  const id = query.get('content');
  if (!id) return null;
  try {
    const content = await findContentView(contextOf(context), accountOf(context).id, id);
    const more = Number(/^\d{1,4}$/.exec(query.get('more') ?? '')?.[0] ?? 0);
    return describe(content, more, query.has('held') && !content.is_public);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** @param isHeld whether it was to be public, and has to wait for a proof */
function describe(content: ContentView, more: number, isHeld: boolean): JustSaved {
  const { id, type, title } = content;
  const edit = { to: `/content/${id}/edit`, label: say(texts.giveTitle) };
  const isUnnamed = more === 0 && type !== 'text' && isCameraName(title);
  const note = more === 0 ? recipientNote(content) : null;
  const saved =
    more === 0
      ? say(texts.saved, { title: title || say(frame.untitled) })
      : say(texts.savedSeveral, { count: more + 1 });
  return {
    heading: say(texts.heading),
    text: [saved, isHeld && say(texts[more === 0 ? 'held' : 'heldSeveral']), isUnnamed && say(texts.cameraName), note]
      .filter(Boolean)
      .join(' '),
    links: [
      ...(isHeld && more === 0 ? [{ to: `/content/${id}/publish`, label: say(texts.share) }] : []),
      { to: more === 0 ? `/schedule?content=${id}` : '/schedule?new', label: say(texts.schedule) },
      ...(isUnnamed ? [edit] : []),
      { to: `/create?type=${type}`, label: say(texts.another) },
      more === 0
        ? { to: `/dashboard/content/${id}`, label: say(texts.see) }
        : { to: '/dashboard/content', label: say(texts.seeAll) },
    ],
  };
}
