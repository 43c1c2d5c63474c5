import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { InputField, SelectField } from '#app/components/field.tsx';
import { SecretOnce } from '#app/components/secret-once.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import type { newTokenFormSchema } from '#domain/accounts/tokens.schema.ts';
import { TOKEN_SCOPES } from '#domain/accounts/tokens.ts';
import { fullDateTime, plainDate } from '#messages/dates.ts';
import { tokens as texts } from '#messages/en/tokens.ts';
import { say, sayRich } from '#messages/say.ts';
import type { TokenView } from '#services/accounts/tokens.ts';

/** In the order of the choice. The schema has them, too, but would bring zod along. */
const ENDS = ['year', 'month', 'never'] as const;

interface TokensSectionProps {
  tokens: readonly TokenView[];
  timeZone: string;
  result: SubmissionResult<string[]> | undefined;
}

/** The tokens of an account, and the form for a new one. */
export function TokensSection({ tokens, timeZone, result }: TokensSectionProps) {
  return (
    <section className="spread" aria-labelledby="h-tokens">
      <div className="aside">
        <h2 id="h-tokens">{say(texts.heading)}</h2>
        <p>{sayRich(texts.purpose, { link: (words) => <a href="/api#tokens">{words}</a> })}</p>
      </div>
      <div className="body stack">
        {tokens.length === 0 ? (
          <p>{say(texts.none)}</p>
        ) : (
          <div className="devices">
            <ul>
              {tokens.map((token) => (
                <Token key={token.id} token={token} timeZone={timeZone} />
              ))}
            </ul>
          </div>
        )}
        <NewTokenForm result={result} />
        <p className="small soft">{say(texts.password)}</p>
      </div>
    </section>
  );
}

/** The one time that a new token is shown. */
export function NewTokenNote({ name, token }: { name: string; token: string }) {
  const { heading, text, label } = texts.made;
  return <SecretOnce heading={say(heading, { name })} text={say(text)} label={say(label)} secret={token} />;
}

function Token({ token, timeZone }: { token: TokenView; timeZone: string }) {
  const { id, name, scope, expires_at, last_used_at } = token;
  const facts = [
    say(texts.scopes[scope]),
    last_used_at ? say(texts.used, { at: fullDateTime(last_used_at, timeZone) }) : say(texts.unused),
    expires_at ? say(texts.ends, { date: plainDate(expires_at, timeZone) }) : say(texts.endless),
  ];
  return (
    <li>
      <p>
        <strong>{name}</strong>
        <br />
        <span className="soft">{facts.join(' ')}</span>
      </p>
      <Form method="post">
        <input type="hidden" name="token" value={id} />
        <button className="btn btn-quiet" type="submit">
          {sayRich(texts.delete, { name })}
        </button>
      </Form>
    </li>
  );
}

function NewTokenForm({ result }: { result: SubmissionResult<string[]> | undefined }) {
  const isBusy = useNavigation().state === 'submitting';
  const [form, fields] = useLazyForm<z.input<typeof newTokenFormSchema>>({
    id: 'token-form',
    defaultValue: { scope: 'check-in', ends: 'year' },
    lastResult: result,
    schema: async () => (await import('#domain/accounts/tokens.schema.ts')).newTokenFormSchema,
  });
  const { name, scope, ends } = fields;
  return (
    <CheckedForm form={form} fields={[name, scope, ends]} className="stack narrow" method="post">
      <FormErrors />
      <InputField label={say(texts.name)} hint={say(texts.nameHint)} type="text" autoComplete="off" meta={name} />
      <SelectField label={say(texts.may)} meta={scope}>
        {TOKEN_SCOPES.map((one) => (
          <option key={one} value={one}>
            {say(texts.choices[one])}
          </option>
        ))}
      </SelectField>
      <SelectField label={say(texts.end)} meta={ends}>
        {ENDS.map((one) => (
          <option key={one} value={one}>
            {say(texts.ending[one])}
          </option>
        ))}
      </SelectField>
      <div>
        <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {say(texts.submit)}
        </button>
      </div>
    </CheckedForm>
  );
}
