/** Every way in which a verb can refuse. Closed: doors map it with an exhaustive table. */
export type ErrorCode =
  | 'malformed'
  | 'unauthenticated'
  | 'plan-required'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'gone'
  | 'too-large'
  | 'quota-exceeded'
  | 'unsupported-media-type'
  | 'validation-failed'
  | 'too-many-requests'
  /** What is kept is not what was sealed. */
  | 'damaged'
  | 'unavailable';

/** What is wrong with one field, in a sentence a person can be shown. */
export interface FieldError {
  field: string;
  message: string;
}

/** A refusal that a person can understand. `message` is shown as it is; nothing secret goes into it. */
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
}

/** The one answer for what does not exist and for what belongs to somebody else: they must look alike. */
export function notFound(what: string): AppError {
  return new AppError('not-found', `This ${what} does not exist.`);
}
