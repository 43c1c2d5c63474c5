/**
 * SendGrid misreads a recipient's name that contains `,` or `;`: it answers 202, reads what is before the character as
 * the address, and drops the mail.
 * @returns the address that it reads; null without such a name
 * @see https://github.com/sendgrid/sendgrid-nodejs/issues/448
 */
export function misreadAddress(name: string | null): string | null {
  const [first = '', ...rest] = (name ?? '').split(/[,;]/);
  return rest.length === 0 ? null : first.trim().toLowerCase();
}
