/** The public interface of the package. README.md says what each simulator does. */
export { TOKEN_FAULTS } from './faults.ts';
export type { Gallery, MailSample } from './gallery/page.ts';
export { runSimulators } from './run.ts';
export { readMail } from './sendgrid/mail.ts';
export { misreadAddress } from './sendgrid/misread-name.ts';
export { type Simulators, type SimulatorsOptions, startSimulators } from './start.ts';
export type { CatalogueEntry } from './stripe/catalogue.ts';
export type { Price } from './stripe/ledger.ts';
export { periodEnd, remaining, switchLines } from './stripe/money.ts';
export { readMessage } from './twilio/message.ts';
export { readVariables, TEMPLATE } from './twilio/template.ts';
