import { Link } from 'react-router';
import { webhooksSection as texts } from '#messages/en/webhooks-section.ts';
import { say } from '#messages/say.ts';

/** Which programs of an owner are called, and the link to the page that changes it. */
export function WebhooksSection({ webhooks }: { webhooks: readonly { url: string; isOff: boolean }[] }) {
  return (
    <section className="spread" aria-labelledby="h-webhooks">
      <div className="aside">
        <h2 id="h-webhooks">{say(texts.heading)}</h2>
        <p>{say(texts.purpose)}</p>
      </div>
      <div className="body stack">
        {webhooks.map(({ url, isOff }) => (
          <p key={url}>{isOff ? say(texts.isOff, { url }) : url}</p>
        ))}
        <p>
          <Link to="/profile/security/webhooks">{say(texts.manage)}</Link>
        </p>
      </div>
    </section>
  );
}
