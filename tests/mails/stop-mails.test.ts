/** Each mail to a person who has no account says where to get nothing more; mails to owners do not. */
import { describe, expect, it } from 'vitest';
import { STOP } from '#dev/mail-samples/facts.ts';
import { GROUPS, SAMPLES } from '#dev/mail-samples/samples.ts';

const TO_OTHERS = ['To recipients', 'The emergency protocol, to trusted contacts'];
const names = (groups: readonly string[]) => groups.flatMap((group) => Object.keys(GROUPS[group] ?? {}));
const others = names(TO_OTHERS);
const owners = names(Object.keys(GROUPS).filter((group) => !TO_OTHERS.includes(group)));

describe('the foot of a mail', () => {
  it.each(others)('says where to get nothing more: %s', (name) => {
    const mail = SAMPLES.get(name)?.mail;
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(`To get nothing more from us: ${STOP}`);
    expect(mail?.html).toContain(`href="${STOP}"`);
  });

  it.each(owners)('does not stop an owner’s own mail: %s', (name) => {
    expect(SAMPLES.get(name)?.mail.text).not.toContain('/stop/');
  });
});
