import type { ReactNode } from 'react';
import { Field } from './field.tsx';
import { controlProps, type FormField } from './use-form.ts';

interface PasswordFieldProps {
  label: string;
  hint: ReactNode;
  /** What a password manager is to do: fill in the one that there is, or make one. */
  autoComplete: 'current-password' | 'new-password';
  meta: FormField;
}

/** A field for a password, on pages of somebody who is signed in. */
export function PasswordField({ label, hint, autoComplete, meta }: PasswordFieldProps) {
  return (
    <Field label={label} hint={hint} meta={meta}>
      <input className="control" type="password" autoComplete={autoComplete} {...controlProps(meta, { hint: true })} />
    </Field>
  );
}
