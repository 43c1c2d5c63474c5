import { expect, it } from 'vitest';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import { refuseCommonPassword } from '#services/accounts/common-passwords.ts';

it.each(['123456', 'password', 'qwertyuiop', 'iloveyou', 'Superman', 'TRUSTNO1'])(
  'a password that attackers try first is refused at its field, also in capitals: %s',
  async (password) => {
    await expect(refuseCommonPassword('new_password', password)).rejects.toMatchObject({
      code: 'validation-failed',
      fields: [{ field: 'new_password', message: say(accountRefusals['common-password']) }],
    });
  },
);

it.each(['three plain words', 'iloveyou, and the sea at Nazaré', 'vellichor-mumpsimus'])(
  'any other is accepted, also one with such a password in it: %s',
  async (password) => {
    await expect(refuseCommonPassword('password', password)).resolves.toBeUndefined();
  },
);
