import { AUTH_OPERATIONS } from './auth-operations.ts';
import { CONTENT_OPERATIONS } from './content-operations.ts';
import { DELIVERY_OPERATIONS } from './delivery-operations.ts';
import { EMERGENCY_OPERATIONS } from './emergency-operations.ts';
import type { Operation } from './operation.ts';
import { RECORD_OPERATIONS } from './record-operations.ts';
import { REHEARSAL_OPERATIONS } from './rehearsal-operations.ts';
import { SUBSCRIPTION_OPERATIONS } from './subscription-operations.ts';
import { TOKEN_OPERATIONS } from './token-operations.ts';
import { USER_OPERATIONS } from './user-operations.ts';
import { WARNING_OPERATIONS } from './warning-operations.ts';
import { WEBHOOK_OPERATIONS } from './webhook-operations.ts';

/** Every call of the API, in the order of the reference page. */
export const OPERATIONS: readonly Operation[] = [
  ...AUTH_OPERATIONS,
  ...CONTENT_OPERATIONS,
  ...DELIVERY_OPERATIONS,
  ...EMERGENCY_OPERATIONS,
  ...REHEARSAL_OPERATIONS,
  ...SUBSCRIPTION_OPERATIONS,
  ...TOKEN_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...RECORD_OPERATIONS,
  ...WARNING_OPERATIONS,
  ...USER_OPERATIONS,
];
