import type { FormEvent } from 'react';
import { deliveryForm as texts } from '#messages/en/delivery-form.ts';
import { say } from '#messages/say.ts';

/** Shows what was typed as its recipient would see it, in a new tab. The form stays as it is. */
export function PreviewButton({ address }: { address: string }) {
  return (
    <div className="stack-s">
      <div className="row">
        <button className="btn btn-secondary" type="submit" formAction={address} formTarget="_blank" formNoValidate>
          {say(texts.preview)}
        </button>
      </div>
      <p className="hint">{say(texts.previewHint)}</p>
    </div>
  );
}

/** Stops the event before the router and Conform see it: they would send the form themselves, and open no tab. */
export function leavePreviewToBrowser(event: FormEvent): void {
  const { submitter } = event.nativeEvent as SubmitEvent;
  if (submitter instanceof HTMLButtonElement && submitter.formTarget === '_blank') event.stopPropagation();
}
