import type { ReactNode } from 'react';
import { QuestionForm } from '#app/components/question-form.tsx';
import { revokeDelivery } from '#messages/en/revoke-delivery.ts';
import { say } from '#messages/say.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { titleOf } from './item.tsx';

interface RevokeQuestionProps {
  delivery: DeliveryView;
  headingId: string;
  /** The Cancel button. */
  cancel: ReactNode;
}

/** Asks before a link is revoked: in a dialog, and without scripts on a page of its own. */
export function RevokeQuestion({ delivery, headingId, cancel }: RevokeQuestionProps) {
  const recipient = delivery.recipient_name || delivery.recipient_email;
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>{say(revokeDelivery.question)}</h2>
        <p>{say(revokeDelivery.text, { recipient, title: titleOf(delivery) })}</p>
      </div>
      <QuestionForm action={`/schedule/${delivery.id}/revoke`} label={say(revokeDelivery.submit)} cancel={cancel} />
    </>
  );
}
