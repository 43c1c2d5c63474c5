/** Every way in which a verb can refuse. A closed set: pages and API map it with an exhaustive table. */
export type ErrorCode =
  | 'malformed'
  | 'unauthenticated'
  /** The password was right, and the account asks for a code as well. */
  | 'code-required'
  | 'plan-required'
  /** The owner has not confirmed their email address, so nothing is sent for them. */
  | 'address-unconfirmed'
  /** The session has not proved in the last minutes that it is its owner's. */
  | 'step-up-required'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'gone'
  /** Another change was saved since the caller read it. */
  | 'changed-meanwhile'
  | 'too-large'
  | 'quota-exceeded'
  | 'unsupported-media-type'
  | 'validation-failed'
  | 'too-many-requests'
  /** What is stored is not what was sealed. */
  | 'damaged'
  | 'unavailable';

/** What is wrong with one field: a sentence for people, from a catalogue of `messages`. */
export interface FieldError {
  field: string;
  message: string;
}

/** A refusal. Its message is a sentence for people, from a catalogue of `messages`, without anything secret. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
  /** Numbers that a machine can act on, such as how much storage is left. */
  readonly facts: Readonly<Record<string, number>>;
  /** The names of the plans that would help, the cheapest first. */
  readonly plans: readonly string[];

  constructor(
    code: ErrorCode,
    message: string,
    fields: readonly FieldError[] = [],
    facts: Readonly<Record<string, number>> = {},
    plans: readonly string[] = [],
  ) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.facts = facts;
    this.plans = plans;
  }

  /** @returns a refusal because of one field, where its message is shown */
  static atField(code: ErrorCode, field: string, message: string): AppError {
    return new AppError(code, message, [{ field, message }]);
  }
}
