import type { ReactNode } from 'react';
import { QuestionForm } from '#app/components/question-form.tsx';
import type { StoryView } from '#app/deliveries/story-view.ts';
import { resendDelivery } from '#messages/en/resend-delivery.ts';
import { say } from '#messages/say.ts';
import { titleOf } from './item.tsx';

interface ResendQuestionProps {
  delivery: StoryView['delivery'];
  revision: number;
  /** What sending it again would do, in one sentence. */
  effect: string;
  headingId: string;
  /** The Cancel button. */
  cancel: ReactNode;
}

/** Asks before a delivery is sent once more: in a dialog, and without scripts on a page of its own. */
export function ResendQuestion({ delivery, revision, effect, headingId, cancel }: ResendQuestionProps) {
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>{say(resendDelivery.question)}</h2>
        <p>{say(resendDelivery.text, { title: titleOf(delivery), effect })}</p>
      </div>
      <QuestionForm
        action={`/schedule/${delivery.id}/resend`}
        label={say(resendDelivery.submit)}
        look="btn-primary"
        cancel={cancel}
      >
        <input type="hidden" name="revision" value={revision} />
      </QuestionForm>
    </>
  );
}
