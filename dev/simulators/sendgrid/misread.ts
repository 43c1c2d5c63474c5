/**
 * What SendGrid makes of a recipient's name with `,` or `;` in it: it answers 202, takes what comes before the
 * character for the address, and drops the mail.
 * @returns the address that it reads; null for a name that it reads rightly, and for none
 * @see https://github.com/sendgrid/sendgrid-nodejs/issues/448
 */
export function misreadAddress(name: string | null): string | null {
  const [first = '', ...rest] = (name ?? '').split(/[,;]/);
  return rest.length === 0 ? null : first.trim().toLowerCase();
}
