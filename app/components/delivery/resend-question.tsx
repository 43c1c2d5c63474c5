import type { ReactNode } from 'react';
import { QuestionForm } from '#app/components/question-form.tsx';
import type { StoryView } from '#app/deliveries/story-view.ts';
import { titleOf } from './item.tsx';

interface QuestionProps {
  view: Pick<StoryView, 'delivery' | 'revision' | 'again'>;
  headingId: string;
  /** The safe way out. */
  keep: ReactNode;
}

/** Asks before something is sent once more: in a dialog, and as a page of its own without scripts. */
export function ResendQuestion({ view, headingId, keep }: QuestionProps) {
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>Send it again?</h2>
        <p>
          “{titleOf(view.delivery)}”: {view.again}
        </p>
      </div>
      <QuestionForm action={`/schedule/${view.delivery.id}/resend`} label="Send again" look="btn-primary" cancel={keep}>
        <input type="hidden" name="revision" value={view.revision} />
      </QuestionForm>
    </>
  );
}
