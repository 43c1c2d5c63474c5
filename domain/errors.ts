/** Every way in which a verb can refuse. Closed: doors map it with an exhaustive table. */
export type ErrorCode =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'gone'
  | 'too-large'
  | 'validation-failed'
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

  constructor(code: ErrorCode, message: string, fields: readonly FieldError[] = []) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

/** The one answer for what does not exist and for what belongs to somebody else: they must look alike. */
export function notFound(what: string): AppError {
  return new AppError('not-found', `This ${what} does not exist.`);
}
