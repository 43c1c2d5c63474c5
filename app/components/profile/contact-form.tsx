import type { SubmissionResult } from '@conform-to/react';
import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { controlProps, useForm } from '#app/components/use-form.ts';

const ACTION = '/profile/contacts';

interface ContactFormProps {
  /** How many there are already. */
  count: number;
  /** Tells this form from the next, so that sending it twice adds one person. */
  once: string;
  result: SubmissionResult<string[]> | undefined;
}

/** Adds a trusted contact. */
export function ContactForm({ count, once, result }: ContactFormProps) {
  const isBusy = useNavigation().formAction === ACTION;
  const { form, errors, fields } = useForm({
    id: 'contact-form',
    fields: ['name', 'email'],
    result,
    schema: async () => (await import('#domain/contacts/contacts.schema.ts')).trustedContactSchema,
  });
  // The page stays when somebody was added, and the next one is another: the focus is kept, what was typed is not.
  const counted = useRef(count);
  useEffect(() => {
    if (count > counted.current) form.ref.current?.reset();
    counted.current = count;
  }, [count, form.ref]);
  return (
    <Form className="stack-s" method="post" action={ACTION} preventScrollReset {...form}>
      <FormErrors errors={errors} />
      <input type="hidden" name="once" value={once} />
      <div className="addrow addrow-3">
        <Field label="Name" meta={fields.name}>
          <input className="control" type="text" autoComplete="off" {...controlProps(fields.name)} />
        </Field>
        <Field label="Email" meta={fields.email}>
          <input className="control" type="email" autoComplete="off" {...controlProps(fields.email)} />
        </Field>
        <button className="btn btn-secondary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          Add<span className="vh"> a trusted contact</span>
        </button>
      </div>
    </Form>
  );
}
