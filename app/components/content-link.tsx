import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';

/** A link to a saved content. It opens in a new tab, so that unsaved input stays on this page. */
export function ContentLink({ id, title }: { id: string; title: string }) {
  return (
    <a href={`/dashboard/content/${id}`} target="_blank" rel="noopener">
      {title}
      <span className="vh"> {say(frame.newTab)}</span>
    </a>
  );
}
