import type { ReactNode } from 'react';
import { contentEdit } from '#messages/en/content-edit.ts';
import { sayRich } from '#messages/say.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import type { Carriers } from '#services/vault/delete-content.ts';
import { ContentDeliveries } from './deliveries.tsx';

interface ConsequencesProps extends Pick<Carriers, 'pending' | 'sent'> {
  content: Pick<ContentView, 'is_public'>;
}

/** What a change means for the deliveries that carry the content, and for the gallery. */
export function Consequences({ content, pending, sent }: ConsequencesProps) {
  if (pending.length + sent.length === 0 && !content.is_public) return null;
  const strong = (words: ReactNode) => <strong>{words}</strong>;
  return (
    <div className="note">
      {pending.length > 0 && (
        <div>
          <p>{sayRich(contentEdit.pending, { strong })}</p>
          <ContentDeliveries deliveries={pending} />
        </div>
      )}
      {sent.length > 0 && (
        <div>
          <p>{sayRich(contentEdit.sent, { strong })}</p>
          <ContentDeliveries deliveries={sent} />
        </div>
      )}
      {content.is_public && <p>{sayRich(contentEdit.public, { strong })}</p>}
    </div>
  );
}
