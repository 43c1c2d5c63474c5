import type { PageHandle } from '#app/page-scripts.ts';
import { pageReplies } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';

export const handle: PageHandle = { scripts: 'none' };

/** For addresses without a page: the error boundary of the root shows the message. */
export function loader(): never {
  throw new Response(say(pageReplies.noPage), { status: 404 });
}

export default function NotFound() {
  return null;
}
