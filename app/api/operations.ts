import { ACCOUNT_DELETION_OPERATIONS } from './account-deletion-operations.ts';
import { ACCOUNT_OPERATIONS } from './account-operations.ts';
import { CONTACT_OPERATIONS } from './contact-operations.ts';
import { CONTENT_OPERATIONS } from './content-operations.ts';
import { DELIVERY_OPERATIONS } from './delivery-operations.ts';
import { EMERGENCY_OPERATIONS } from './emergency-operations.ts';
import { FILE_OPERATIONS } from './file-operations.ts';
import type { Operation } from './operation.ts';
import { PICTURE_OPERATIONS } from './picture-operations.ts';
import { RECOVERY_OPERATIONS } from './recovery-operations.ts';
import { SENT_DELIVERY_OPERATIONS } from './sent-delivery-operations.ts';
import { SUBSCRIPTION_OPERATIONS } from './subscription-operations.ts';

/** Every call of the API, in the order of the reference. */
export const OPERATIONS: readonly Operation[] = [
  ...ACCOUNT_OPERATIONS,
  ...CONTENT_OPERATIONS,
  ...FILE_OPERATIONS,
  ...DELIVERY_OPERATIONS,
  ...SENT_DELIVERY_OPERATIONS,
  ...RECOVERY_OPERATIONS,
  ...PICTURE_OPERATIONS,
  ...CONTACT_OPERATIONS,
  ...EMERGENCY_OPERATIONS,
  ...SUBSCRIPTION_OPERATIONS,
  ...ACCOUNT_DELETION_OPERATIONS,
];
