import type { FieldMetadata } from '@conform-to/react';
import { useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { InputField, TextField } from '#app/components/field.tsx';
import { FormButtons } from '#app/components/form-buttons.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import type { editFileSchema } from '#domain/content/content.schema.ts';
import { CAPTION_MAX } from '#domain/content/content.ts';
import { contentEdit as texts } from '#messages/en/content-edit.ts';
import { forms } from '#messages/en/forms.ts';
import { say } from '#messages/say.ts';
import { Consequences } from './consequences.tsx';
import { type EditProps, useShownVersion } from './use-shown-version.ts';

/** The form that changes the title of a file, the note with it, and whether recipients get its location. */
export function EditFile({ own, result, savedVersion }: EditProps) {
  const { content, hasLocation } = own;
  const isBusy = useNavigation().state === 'submitting';
  const version = useShownVersion(content, result, savedVersion);
  const [form, { title, caption, shares_location }] = useEditForm(content, result);
  return (
    <CheckedForm form={form} fields={[title, caption]} className="desk" method="post">
      <input type="hidden" name="version" value={version} />
      <Consequences {...own} />
      <FormErrors />
      <InputField
        label={say(texts.titleLabel)}
        hint={say(texts.titleHint)}
        type="text"
        className="control title-in"
        autoComplete="off"
        meta={title}
      />
      <NoteField meta={caption} isSealed={content.is_sealed} />
      {hasLocation && <LocationBox isTicked={shares_location.initialValue === 'on'} />}
      <FormButtons
        className="row create-acts"
        submit={say(forms.save)}
        isBusy={isBusy}
        cancelTo={`/dashboard/content/${content.id}`}
      />
    </CheckedForm>
  );
}

function useEditForm({ title, caption, shares_location }: EditProps['own']['content'], result: EditProps['result']) {
  return useLazyForm<z.input<typeof editFileSchema>>({
    id: 'edit-form',
    defaultValue: { title, caption, shares_location: shares_location ? 'on' : undefined },
    lastResult: result,
    schema: async () => (await import('#domain/content/content.schema.ts')).editFileSchema,
  });
}

function NoteField({ meta, isSealed }: { meta: FieldMetadata; isSealed: boolean }) {
  const hint = `${say(texts.captionHint, { max: CAPTION_MAX })}${isSealed ? ` ${say(texts.captionOpen)}` : ''}`;
  return <TextField label={say(texts.caption)} optional hint={hint} rows={5} meta={meta} />;
}

function LocationBox({ isTicked }: { isTicked: boolean }) {
  return (
    <label className="check">
      <input
        type="checkbox"
        name="shares_location"
        value="on"
        defaultChecked={isTicked}
        aria-describedby="location-hint"
      />
      <span>{say(texts.location)}</span>
      <span className="hint" id="location-hint">
        {say(texts.locationHint)}
      </span>
    </label>
  );
}
