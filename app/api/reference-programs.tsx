import type { ReactNode } from 'react';
import { apiReference } from '#messages/en/api-reference.ts';
import { say, sayRich } from '#messages/say.ts';
import { cronExample, homeAssistantExample } from './curl-example.ts';
import { Code, codeOf } from './reference-code.tsx';

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
