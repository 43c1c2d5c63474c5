import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
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
  const action = `/schedule/${view.delivery.id}/resend`;
  const isBusy = useNavigation().formAction === action;
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>Send it again?</h2>
        <p>
          “{titleOf(view.delivery)}”: {view.again}
        </p>
      </div>
      <Form className="acts" method="post" action={action}>
        <input type="hidden" name="revision" value={view.revision} />
        <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          Send again
        </button>
        {keep}
      </Form>
    </>
  );
}
