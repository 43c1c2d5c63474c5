/** What an owner is mailed about because a stranger may have done it. Each mail has "This was not me". */
export const OWNER_ALERTS = [
  'device-new',
  'password-changed',
  'factors-changed',
  'google-linked',
  'token-created',
  'email-changed',
  'contacts-changed',
  'protocol-disarmed',
  'protocol-paused',
  'export-begun',
] as const;
export type OwnerAlert = (typeof OWNER_ALERTS)[number];

/** How long "This was not me" works, in days: as long as we know the mail. */
export const ALERT_DAYS = 30;
/** For how many protocol days nothing is released after "This was not me". */
export const NOT_ME_PAUSE_DAYS = 14;
