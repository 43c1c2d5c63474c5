import { type ComponentProps, useState } from 'react';
import { passwordStrength } from '#domain/accounts/password-strength.ts';
import { newPassword } from '#messages/en/new-password.ts';
import { say } from '#messages/say.ts';
import { InputField } from './field.tsx';

/** For a password that is being chosen; says how strong it is while it is typed. */
export function NewPasswordField(props: Pick<ComponentProps<typeof InputField>, 'label' | 'hint' | 'meta'>) {
  const [typed, setTyped] = useState('');
  return (
    <InputField
      {...props}
      note={typed && <span aria-live="polite">{say(newPassword[passwordStrength(typed)])}</span>}
      type="password"
      autoComplete="new-password"
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}
