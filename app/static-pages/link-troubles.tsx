/** What each kind of link, and a file, shows in place of what was asked for. */
import type { ErrorCode } from '#domain/errors.ts';
import { emergencyLinkTrouble } from '#messages/en/emergency-links.ts';
import { recipientPages } from '#messages/en/recipient-pages.ts';
import { staticPages } from '#messages/en/static-pages.ts';
import { say, sayAll } from '#messages/say.ts';
import { LinkTrouble, type Trouble, TroublePage } from './trouble-page.tsx';

/** For a link of the emergency protocol that cannot be used. */
export function EmergencyTrouble(trouble: Trouble) {
  const { missing, ours } = sayAll(emergencyLinkTrouble);
  return <LinkTrouble {...trouble} missing={missing} ours={ours} />;
}

/** For a recipient's link that cannot be used. */
export function RecipientTrouble({ code, explanation }: Trouble) {
  return (
    <TroublePage {...recipientAdvice(code ?? 'unavailable')} lead={explanation ?? say(recipientPages.trouble.ours)} />
  );
}

function recipientAdvice(code: ErrorCode): { heading: string; advice: string } {
  const texts = sayAll({ ...staticPages.trouble, ...recipientPages.trouble });
  switch (code) {
    case 'not-found':
      return { heading: texts['nothing-here'], advice: texts['reply-and-say'] };
    case 'gone':
      return { heading: texts.gone, advice: texts['ask-sender'] };
    case 'conflict':
      return { heading: texts.opened, advice: texts['open-with-same-link'] };
    case 'too-many-requests':
      return { heading: texts.wait, advice: texts['many-links'] };
    case 'damaged':
      return { heading: texts.damaged, advice: texts['tell-sender'] };
    case 'unavailable':
      return { heading: texts['not-now'], advice: texts['link-stays'] };
    default:
      return { heading: texts['did-not-work'], advice: texts['open-again'] };
  }
}

/** At the address of a file that cannot be shown, where no script could say so beside it. */
export function FileTrouble({ code, explanation }: Trouble) {
  const texts = sayAll(staticPages.file);
  const headings: Partial<Record<ErrorCode, string>> = {
    damaged: texts.damaged,
    'not-found': texts.missing,
    gone: texts.gone,
  };
  return (
    <TroublePage
      heading={headings[code ?? 'unavailable'] ?? texts.away}
      lead={explanation ?? texts['try-later']}
      advice={<a href="/">{texts.back}</a>}
    />
  );
}

/** For a sign-in with Google that failed. It repeats nothing that Google said. */
export function GoogleTrouble({ code, explanation }: Trouble) {
  const { google, trouble } = staticPages;
  const headings: Partial<Record<ErrorCode, string>> = {
    forbidden: say(google.forbidden),
    conflict: say(google.conflict),
    unavailable: say(google.unavailable),
    'not-found': say(google.missing),
  };
  return (
    <TroublePage
      heading={headings[code ?? 'damaged'] ?? say(trouble['did-not-work'])}
      lead={say(google['not-signed-in'], { explanation: explanation ?? say(google.ours) })}
      advice={
        <a className="btn btn-primary" href="/auth">
          {say(google.retry)}
        </a>
      }
    />
  );
}
