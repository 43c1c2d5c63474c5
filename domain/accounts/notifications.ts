/** The mails that owners can turn off, by their names in forms, calls and links: they ask for nothing that cannot wait. */
export const OPTIONAL_MAILS = ['delivery_opened', 'delivery_delayed', 'address_check', 'rehearsal'] as const;
export type OptionalMail = (typeof OPTIONAL_MAILS)[number];

/** Which of them an owner wants. */
export type MailChoices = Record<OptionalMail, boolean>;
