import { getFormProps, getInputProps, getTextareaProps, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { Form, Link, useNavigation } from 'react-router';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { useToast } from '#app/components/toasts.tsx';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, LETTER_FORM_MAX_BYTES, parseForm, readForm } from '#app/http/form.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { createTextSchema } from '#domain/content/content.schema.ts';
import { createText } from '#services/contents/create-text.ts';
import type { Route } from './+types/create.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Create · Stillhere' }];

/** Without a loader a navigation in the browser would not ask the guard. */
export function loader() {
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request, { limit: LETTER_FORM_MAX_BYTES }), createTextSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const { id } = await createText(contextOf(context), accountOf(context).id, submission.value);
    return await redirectWithToast(`/schedule?content=${id}`, toast('success', 'Content created successfully!'));
  } catch (error) {
    return failedForm(context, submission, error, 'Error creating content');
  }
}

export default function Create({ actionData }: Route.ComponentProps) {
  useToast(actionData?.toast ?? null);
  const isBusy = useNavigation().formAction === '/create';
  const [form, fields] = useForm({
    id: 'letter-form',
    lastResult: actionData?.result,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: createTextSchema }),
    shouldRevalidate: 'onInput',
  });
  return (
    <main className="main wrap" id="main">
      <Form className="create" method="post" {...getFormProps(form)}>
        <div className="head">
          <h1>Create</h1>
          <p className="lead">Write a letter. You decide next who it is for, and when.</p>
        </div>
        <div className="desk">
          <FormErrors errors={form.errors} id={form.errorId} />
          <Field label="Title" meta={fields.title}>
            <input className="control title-in" autoComplete="off" {...getInputProps(fields.title, { type: 'text' })} />
          </Field>
          <Field label="Message" note={<MessageNote text={fields.content.value} />} meta={fields.content}>
            <textarea className="control letter-in" rows={12} {...getTextareaProps(fields.content)} />
          </Field>
          <div className="row create-acts">
            <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              Save
            </button>
            <Link className="btn btn-quiet" to="/dashboard">
              Cancel
            </Link>
          </div>
        </div>
      </Form>
    </main>
  );
}

function MessageNote({ text }: { text: string | undefined }) {
  const words = text?.match(/\S+/gu)?.length ?? 0;
  return (
    <>
      {words > 0 && `${new Intl.NumberFormat('en-GB').format(words)} ${words === 1 ? 'word' : 'words'}. `}Nobody else
      sees it until you send it.
    </>
  );
}
