import type { ReactNode } from 'react';
import { apiReference } from '#messages/en/api-reference.ts';
import { say, sayRich } from '#messages/say.ts';
import { Code, codeOf } from './reference-code.tsx';
import { MESSAGE, VERIFY_BY_NODE, VERIFY_BY_PYTHON, VERIFY_BY_SHELL } from './webhook-examples.ts';

const STANDARD = 'https://www.standardwebhooks.com/';

/** What a program that is called needs to know. */
export function Webhooks() {
  const texts = apiReference.webhooks;
  const code = codeOf;
  const page = (words: ReactNode) => <a href="/profile/security/webhooks">{words}</a>;
  const standard = (words: ReactNode) => <a href={STANDARD}>{words}</a>;
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">{say(texts.heading)}</h2>
      <p>{sayRich(texts.what, { page })}</p>
      <Code label={say(texts.message)}>{MESSAGE}</Code>
      <p>{sayRich(texts.fields, { code })}</p>
      <p>{sayRich(texts.signature, { code, standard })}</p>
      <Code label={say(texts.node)}>{VERIFY_BY_NODE}</Code>
      <Code label={say(texts.python)}>{VERIFY_BY_PYTHON}</Code>
      <Code label={say(texts.shell)}>{VERIFY_BY_SHELL}</Code>
      <p>{sayRich(texts.answers, { code })}</p>
      <p>{say(texts.ends)}</p>
    </section>
  );
}
