/** The one approved template. docs/operations.md has the same text, which operators have Twilio approve. */
export const TEMPLATE = {
  body:
    'Hello {{1}}, this is Stillhere: {{2}} left something for you with us and asked us to bring it to you now. ' +
    'The button opens it; you need no account. If it is not meant for you, you can say so there. ' +
    'Reply STOP to get no more messages from us here.',
  button: 'Open it',
  /** After the origin of the product. */
  path: '/m/{{3}}',
} as const;

const PLACEHOLDER = /\{\{(\d+)\}\}/g;
const COUNT = 3;
/** WhatsApp refuses empty values, line breaks, tabs and more than four spaces in a template. */
const VALUE = /^(?!\s*$)(?!.*[\n\r\t])(?!.* {5}).{1,1024}$/su;

/** @returns the values in the order of their numbers; null when one is missing, unknown or not allowed */
export function readVariables(json: string | undefined): string[] | null {
  let given: unknown;
  try {
    given = JSON.parse(json ?? '{}');
  } catch {
    return null;
  }
  if (given === null || typeof given !== 'object') return null;
  const values = Object.fromEntries(Object.entries(given));
  const inOrder = Array.from({ length: COUNT }, (_, index): unknown => values[`${index + 1}`]);
  if (Object.keys(values).length !== COUNT) return null;
  return inOrder.every((value) => typeof value === 'string' && VALUE.test(value)) ? inOrder.map(String) : null;
}

/** @returns the text on the phone, with the button as its last line */
export function fillTemplate(values: readonly string[], appOrigin: string): string {
  const text = `${TEMPLATE.body}\n\n${TEMPLATE.button}: ${appOrigin}${TEMPLATE.path}`;
  return text.replace(PLACEHOLDER, (_, number: string) => values[Number(number) - 1] ?? '');
}
