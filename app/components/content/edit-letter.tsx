import { useRef } from 'react';
import { useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { LetterDraft } from '#app/components/create/letter-draft.tsx';
import { InputField, TextField } from '#app/components/field.tsx';
import { FormButtons } from '#app/components/form-buttons.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import type { editTextSchema } from '#domain/content/content.schema.ts';
import { contentEdit } from '#messages/en/content-edit.ts';
import { forms } from '#messages/en/forms.ts';
import { say } from '#messages/say.ts';
import type { DraftKey } from '#services/crypto/person-key.ts';
import { Consequences } from './consequences.tsx';
import { type EditProps, useShownVersion } from './use-shown-version.ts';

/** The form that changes a letter. */
export function EditLetter({ own, result, savedVersion, draft }: EditProps & { draft: DraftKey | null }) {
  const { content } = own;
  const isBusy = useNavigation().state === 'submitting';
  const element = useRef<HTMLFormElement>(null);
  const version = useShownVersion(content, result, savedVersion);
  const [form, { title, content: message }] = useLazyForm<z.input<typeof editTextSchema>>({
    id: 'edit-form',
    defaultValue: { title: content.title, content: content.content },
    lastResult: result,
    schema: async () => (await import('#domain/content/content.schema.ts')).editTextSchema,
  });
  const note = <LetterDraft form={element} draft={draft} letter={content.id} wasSent={result !== undefined} />;
  return (
    <CheckedForm form={form} fields={[title, message]} ref={element} className="desk" method="post">
      <input type="hidden" name="version" value={version} />
      <Consequences {...own} />
      <FormErrors />
      <InputField
        label={say(contentEdit.titleLabel)}
        type="text"
        className="control title-in"
        autoComplete="off"
        meta={title}
      />
      <TextField label={say(contentEdit.message)} className="control letter-in" rows={12} note={note} meta={message} />
      <FormButtons
        className="row create-acts"
        submit={say(forms.save)}
        isBusy={isBusy}
        cancelTo={`/dashboard/content/${content.id}`}
      />
    </CheckedForm>
  );
}
