import type { SubmissionResult } from '@conform-to/react';

interface TextFieldProps {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text';
  autoComplete: string;
  inputMode?: 'numeric';
  result: SubmissionResult<string[]> | null;
}

/** A field of a form; the first wrong one has the focus. */
export function TextField({ name, label, type, autoComplete, inputMode, result }: TextFieldProps) {
  const errors = result?.error?.[name] ?? [];
  const errorId = `${name}-error`;
  const wrong = errors.length > 0 && { 'aria-invalid': true, 'aria-describedby': errorId, autoFocus: true };
  return (
    <p className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        autoComplete={autoComplete}
        inputMode={inputMode}
        defaultValue={`${result?.initialValue?.[name] ?? ''}`}
        required
        {...wrong}
      />
      {errors.length > 0 && (
        <span className="error" id={errorId}>
          {errors.join(' ')}
        </span>
      )}
    </p>
  );
}
