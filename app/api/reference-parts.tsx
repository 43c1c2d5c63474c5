/** Parts of the API reference: code, its programs, and the messages to webhooks. */
import type { ReactNode } from 'react';
import { apiReference } from '#messages/en/api-reference.ts';
import { say, sayRich } from '#messages/say.ts';
import { cronExample, homeAssistantExample } from './curl-example.ts';
import { MESSAGE, VERIFY_BY_NODE, VERIFY_BY_PYTHON, VERIFY_BY_SHELL } from './webhook-examples.ts';

/** A block of code. */
export function Code({ label, children }: { label?: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: screen readers say which call it is for, and it is no set of fields.
    <pre tabIndex={0} role="group" aria-label={label}>
      <code>{children}</code>
    </pre>
  );
}

/** Words as code within a sentence. */
export function codeOf(words: ReactNode): ReactNode {
  return <code>{words}</code>;
}

/** What a program of one's own needs to check in: a token, and one call. */
export function Programs({ address }: { address: string }) {
  const texts = apiReference.programs;
  const page = (words: ReactNode) => <a href="/profile/security">{words}</a>;
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">{say(texts.heading)}</h2>
      <p>{sayRich(texts.tokens, { page })}</p>
      <p>{say(texts.scopes)}</p>
      <Code label={say(texts.cron)}>{cronExample(address)}</Code>
      <Code label={say(texts.homeAssistant)}>{homeAssistantExample(address)}</Code>
      <p>{sayRich(texts.shortcuts, { address: `${address}/emergency/check-in`, code: codeOf })}</p>
    </section>
  );
}

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
