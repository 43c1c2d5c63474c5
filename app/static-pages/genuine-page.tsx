/** How anyone can check a message of ours: people read it who have never heard of us. */
import type { WebDeps } from '#app/middleware/context.ts';
import { genuinePage as TEXTS } from '#messages/en/genuine.ts';
import { say, sayAll } from '#messages/say.ts';
import { EmptyEnvelope } from './drawings.tsx';
import { Message } from './layout.tsx';

type GenuineProps = WebDeps['senders'] & {
  /** With the slash at its end: without it, the address of another site could begin in the same way. */
  address: string;
};

export function GenuinePage({ email, whatsapp, sms, address }: GenuineProps) {
  const { sender, link, doubt } = TEXTS;
  const { heading: sends, ...sent } = sayAll(TEXTS.sends);
  const { heading: never, ...unasked } = sayAll(TEXTS.never);
  const senders = [
    say(sender.email, { address: email }),
    ...(whatsapp ? [say(sender.whatsapp, { number: whatsapp })] : []),
    ...(sms ? [say(sender.sms, { number: sms })] : []),
    say(sender.person),
    say(sender.unconfirmed),
  ];
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(TEXTS.heading)} title={say(TEXTS.title)}>
      <p className="lead">{say(TEXTS.lead)}</p>
      <Part heading={say(sender.heading)} lines={senders} />
      <Part heading={say(link.heading)} lines={[say(link.begins, { address }), say(link.look), say(link.after)]} />
      <Part heading={sends} lines={Object.values(sent)} />
      <Part heading={never} lines={Object.values(unasked)} />
      <Part
        heading={say(doubt.heading)}
        lines={[say(doubt.wait), say(doubt.ask), say(doubt.forward, { address: email })]}
      />
    </Message>
  );
}

function Part({ heading, lines }: { heading: string; lines: readonly string[] }) {
  return (
    <>
      <h2>{heading}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
