import type { FormEvent } from 'react';
import { previewTexts } from '#messages/en/preview.ts';
import { say } from '#messages/say.ts';

/** Shows what was typed as its recipient would see it, in a new tab. The form stays as it is. */
export function PreviewButton({ address }: { address: string }) {
  return (
    <div className="stack-s">
      <div className="row">
        <button className="btn btn-secondary" type="submit" formAction={address} formTarget="_blank" formNoValidate>
          {say(previewTexts.button)}
        </button>
      </div>
      <p className="hint">{say(previewTexts.buttonHint)}</p>
    </div>
  );
}

/** Stops the event before the router and Conform see it: they would send the form themselves, and open no tab. */
export function leavePreviewToBrowser(event: FormEvent): void {
  const { submitter } = event.nativeEvent as SubmitEvent;
  if (submitter instanceof HTMLButtonElement && submitter.formTarget === '_blank') event.stopPropagation();
}
