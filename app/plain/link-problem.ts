/** What a link of ours shows that opens nothing: the same for each link that asks its reader for one tap. */
import type { ErrorCode } from '#domain/errors.ts';
import type { PlainPage } from './page.ts';
import { troublePage } from './trouble-page.ts';

/** What is different from link to link: the advice. */
interface Advice {
  /** Where there is nothing at the address. */
  missing: string;
  /** Where it was our own fault. */
  ours: string;
}

interface Problem {
  heading: string;
  advice: string;
}

const NOT_UNDERSTOOD: Problem = {
  heading: 'That did not work.',
  advice: 'Nothing was changed. Please open the link in the message again, and use the button on its page.',
};
const OURS_UNEXPLAINED = 'Something on our side is not working. Nothing was changed.';

/**
 * @param code why, or null where it was our own fault
 * @param explanation the verb's own sentence about it
 */
export function linkProblemPage(advised: Advice, code: ErrorCode | null, explanation: string | null): PlainPage {
  return troublePage(code, { ...problemOf(advised, code ?? 'unavailable'), words: explanation ?? OURS_UNEXPLAINED });
}

function problemOf({ missing, ours }: Advice, code: ErrorCode): Problem {
  switch (code) {
    case 'not-found':
      return { heading: 'There is nothing at this address.', advice: missing };
    case 'too-many-requests':
      return {
        heading: 'Please wait a little.',
        advice: 'Many links that open nothing came from where you are. The one in your message is not one of them.',
      };
    case 'unavailable':
      return { heading: 'We cannot do that at this moment.', advice: ours };
    default:
      return NOT_UNDERSTOOD;
  }
}
