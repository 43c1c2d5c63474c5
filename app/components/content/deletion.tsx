import type { ReactNode } from 'react';
import { QuestionButton } from '#app/components/question-button.tsx';
import { QuestionForm } from '#app/components/question-form.tsx';
import { contentDeletion as texts } from '#messages/en/content-deletion.ts';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import type { Deletion } from '#services/vault/delete-content.ts';
import { ContentDeliveries } from './deliveries.tsx';

interface QuestionProps extends Deletion {
  headingId: string;
  /** The next page after the deletion: a path. */
  back: string;
  /** The button that changes nothing. */
  cancel: ReactNode;
}

/** Asks before a content is deleted, and says what else is lost: in a dialog, or on a page of its own. */
export function DeletionQuestion({ content, pending, sent, lessened, headingId, back, cancel }: QuestionProps) {
  const removed = content.is_public ? texts.removedPublic : texts.removed;
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>{say(texts.heading, { title: content.title || say(frame.untitled) })}</h2>
        <p>{say(removed[content.type])}</p>
        <Affected deliveries={pending} effect="pending" />
        <Affected deliveries={sent} effect="sent" />
        <Affected deliveries={lessened} effect="lessened" />
      </div>
      <QuestionForm
        action={`/content/${content.id}/delete`}
        label={say(texts.confirm)}
        cancel={cancel}
        isDeletion
        replace
      >
        <input type="hidden" name="confirmed" value={pending.map(({ id }) => id).join(' ')} />
        <input type="hidden" name="back" value={back} />
      </QuestionForm>
    </>
  );
}

interface AffectedProps {
  deliveries: readonly DeliveryView[];
  effect: 'pending' | 'sent' | 'lessened';
}

function Affected({ deliveries, effect }: AffectedProps) {
  if (deliveries.length === 0) return null;
  return (
    <div>
      <p>{say(texts[effect], { count: deliveries.length })}</p>
      <ContentDeliveries deliveries={deliveries} />
    </div>
  );
}

/** The Delete button: it asks first. */
export function DeleteButton({ back, ...deletion }: Deletion & { back: string }) {
  return (
    <QuestionButton
      to={`/content/${deletion.content.id}/delete`}
      className="btn btn-danger push"
      label={say(texts.confirm)}
    >
      {({ headingId, cancel }) => (
        <DeletionQuestion {...deletion} headingId={headingId} back={back} cancel={cancel(say(texts.cancel))} />
      )}
    </QuestionButton>
  );
}
