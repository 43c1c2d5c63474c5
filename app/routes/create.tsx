import { Form, Link, useNavigation } from 'react-router';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { controlProps, useForm } from '#app/components/use-form.ts';
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
  const isBusy = useNavigation().formAction === '/create';
  const { form, errors, fields } = useForm({
    id: 'letter-form',
    fields: ['title', 'content'],
    result: actionData?.result,
    schema: async () => (await import('#domain/content/content.schema.ts')).createTextSchema,
  });
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <Form className="create" method="post" {...form}>
        <div className="head">
          <h1>Create</h1>
          <p className="lead">Write a letter. You decide next who it is for, and when.</p>
        </div>
        <div className="desk">
          <FormErrors errors={errors} />
          <Field label="Title" meta={fields.title}>
            <input className="control title-in" type="text" autoComplete="off" {...controlProps(fields.title)} />
          </Field>
          <Field label="Message" note={<MessageNote text={fields.content.value} />} meta={fields.content}>
            <textarea className="control letter-in" rows={12} {...controlProps(fields.content)} />
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
