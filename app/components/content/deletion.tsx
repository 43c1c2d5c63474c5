import type { ReactNode } from 'react';
import { Answer } from '#app/components/answer.tsx';
import { Ask } from '#app/components/ask.tsx';
import { TYPE_NAMES } from '#app/components/type-badge.tsx';
import type { Deletion } from '#services/contents/delete-content.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { ContentDeliveries } from './deliveries.tsx';

interface QuestionProps extends Deletion {
  headingId: string;
  /** Where to go when it is gone: a path of ours. */
  back: string;
  /** The safe way out. */
  keep: ReactNode;
}

/** Asks before a content is deleted, and says what goes with it: in a dialog, and as a page of its own. */
export function DeletionQuestion({ content, pending, sent, lessened, headingId, back, keep }: QuestionProps) {
  const thing = content.type === 'text' ? 'letter' : TYPE_NAMES[content.type].toLowerCase();
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>Delete “{content.title || 'Untitled'}”?</h2>
        <p>
          The {thing} is removed from your vault{content.is_public && ' and from the Shared page'}. This action cannot
          be undone.
        </p>
        <GoesWithIt deliveries={pending} one="This delivery is cancelled:" many="These deliveries are cancelled:" />
        <GoesWithIt
          deliveries={sent}
          one="This was sent, and its link stops opening:"
          many="These were sent, and their links stop opening:"
        />
        <GoesWithIt deliveries={lessened} one="This goes on without it:" many="These go on without it:" />
      </div>
      <Answer action={`/content/${content.id}/delete`} label="Delete" keep={keep} isDeletion replace>
        <input type="hidden" name="confirmed" value={pending.map(({ id }) => id).join(' ')} />
        <input type="hidden" name="back" value={back} />
      </Answer>
    </>
  );
}

function GoesWithIt({ deliveries, one, many }: { deliveries: readonly DeliveryView[]; one: string; many: string }) {
  if (deliveries.length === 0) return null;
  return (
    <div>
      <p>{deliveries.length === 1 ? one : many}</p>
      <ContentDeliveries deliveries={deliveries} />
    </div>
  );
}

/** Delete: asks first, in a dialog where there are scripts. */
export function DeleteButton({ back, ...deletion }: Deletion & { back: string }) {
  return (
    <Ask to={`/content/${deletion.content.id}/delete`} className="btn btn-danger push" label="Delete">
      {({ headingId, keep }) => (
        <DeletionQuestion {...deletion} headingId={headingId} back={back} keep={keep('Keep it')} />
      )}
    </Ask>
  );
}
