/** @returns the address without a tag: most providers deliver ana+tests@example.com to ana@example.com */
export function mailboxOf(email: string): string {
  return email.replace(/\+[^@]*(?=@)/, '');
}
