/** SendGrid reads these as the end of an address, and controls as the end of a header. */
const NOT_IN_A_NAME = /[\p{Cc}\u2028\u2029,;]+/gu;

/**
 * Makes a name one that SendGrid takes: "Smith, John" becomes "Smith John". With `,` or `;` in it SendGrid answers 202
 * and then drops the mail. Its documents limit neither the length nor other characters.
 * @param name as a person typed it
 * @returns one line without surrounding spaces; empty where nothing is left
 * @see https://github.com/sendgrid/sendgrid-nodejs/issues/448
 */
export function sendgridName(name: string): string {
  return name.replace(NOT_IN_A_NAME, ' ').replace(/\s+/gu, ' ').trim();
}
