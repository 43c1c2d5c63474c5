/** A template that was approved. docs/operations.md has the same words, which operators have Twilio approve. */
export interface Template {
  body: string;
  button: string;
  /** After the origin of the product. */
  path: string;
  /** How many variables it has. */
  count: number;
}

/** Of deliveries. */
export const TEMPLATE = {
  body:
    'Hello {{1}}, this is Stillhere: {{2}} left something for you with us and asked us to bring it to you now. ' +
    'The button opens it; you need no account. If it is not meant for you, you can say so there. ' +
    'Reply STOP to get no more messages from us here.',
  button: 'Open it',
  path: '/m/{{3}}',
  count: 3,
} as const satisfies Template;

/** Of warnings to owners. */
export const WARNING_TEMPLATE = {
  body:
    'This is Stillhere, about your account. {{1}} Press the button to open the page. ' +
    'You get this because you chose WhatsApp for warnings in your profile.',
  button: 'Open it',
  path: '/{{2}}',
  count: 2,
} as const satisfies Template;

const PLACEHOLDER = /\{\{(\d+)\}\}/g;
/** WhatsApp refuses empty values, line breaks, tabs and more than four spaces in a template. */
const VALUE = /^(?!\s*$)(?!.*[\n\r\t])(?!.* {5}).{1,1024}$/su;

/** @returns the values in the order of their numbers; null when one is missing, unknown or not allowed */
export function readVariables(json: string | undefined, { count }: Template = TEMPLATE): string[] | null {
  let given: unknown;
  try {
    given = JSON.parse(json ?? '{}');
  } catch {
    return null;
  }
  if (given === null || typeof given !== 'object') return null;
  const values = Object.fromEntries(Object.entries(given));
  const inOrder = Array.from({ length: count }, (_, index): unknown => values[`${index + 1}`]);
  if (Object.keys(values).length !== count) return null;
  return inOrder.every((value) => typeof value === 'string' && VALUE.test(value)) ? inOrder.map(String) : null;
}

/** @returns the text on the phone, with the button as its last line */
export function fillTemplate(values: readonly string[], appOrigin: string, { body, button, path }: Template): string {
  const text = `${body}\n\n${button}: ${appOrigin}${path}`;
  return text.replace(PLACEHOLDER, (_, number: string) => values[Number(number) - 1] ?? '');
}
