/** Runs the simulators as a process that reads its environment. */
import { z } from 'zod';
import { type SimulatorsOptions, startSimulators } from './start.ts';

const environment = z.object({
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(8025),
  SIMULATOR_DATA: z.string().min(1),
  SENDGRID_API_KEY: z.string().min(1),
  SENDGRID_WEBHOOK_PRIVATE_KEY: z.string().min(1),
  /** One address, or several with commas between. */
  MAIL_FROM: z.string().default('letters@stillhere.example'),
  TWILIO_ACCOUNT_SID: z.string().min(1),
  TWILIO_AUTH_TOKEN: z.string().min(1),
  TWILIO_WHATSAPP_FROM: z.string().min(1),
  TWILIO_CONTENT_SID: z.string().min(1),
  /** Of warnings; without it that template is unknown. */
  TWILIO_WARNING_CONTENT_SID: z.string().min(1).optional(),
  TWILIO_SMS_FROM: z.string().min(1),
  GOOGLE_CLIENT_ID: z.string().min(1),
  GOOGLE_CLIENT_SECRET: z.string().min(1),
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  APP_ORIGIN: z.url(),
});
type Environment = z.output<typeof environment>;

/**
 * Starts the simulators, prints their address, and ends the process cleanly at SIGINT and SIGTERM. A mistake in the
 * environment, or a port in use, ends the process with status 1 and one sentence on stderr.
 * @param content what the product has them show: its mails, and its products and prices at Stripe
 */
export async function runSimulators(content: Pick<SimulatorsOptions, 'gallery' | 'catalogue'> = {}): Promise<void> {
  const env = readEnvironment();
  const log = (line: string) => console.log(line);
  const simulators = await startSimulators({ ...optionsFrom(env), ...content, log }).catch(
    (error: NodeJS.ErrnoException) =>
      fail(
        error.code === 'EADDRINUSE'
          ? `Port ${env.SIMULATOR_PORT} is taken: set SIMULATOR_PORT to a free one.`
          : `The simulators cannot start: ${error.message}`,
      ),
  );
  log(`Simulators at ${simulators.origin}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void simulators.close().then(() => process.exit(0)));
}

function readEnvironment(): Environment {
  const parsed = environment.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} (${message})`);
  return fail(`The simulators cannot start: ${problems.join(', ')}.`);
}

function optionsFrom(env: Environment): SimulatorsOptions {
  return {
    port: env.SIMULATOR_PORT,
    dataDir: env.SIMULATOR_DATA,
    appOrigin: env.APP_ORIGIN.replace(/\/+$/, ''),
    sendgrid: {
      apiKey: env.SENDGRID_API_KEY,
      webhookPrivateKey: env.SENDGRID_WEBHOOK_PRIVATE_KEY,
      senders: env.MAIL_FROM.split(',').map((address) => address.trim()),
    },
    twilio: {
      accountSid: env.TWILIO_ACCOUNT_SID,
      authToken: env.TWILIO_AUTH_TOKEN,
      from: env.TWILIO_WHATSAPP_FROM,
      contentSid: env.TWILIO_CONTENT_SID,
      warningContentSid: env.TWILIO_WARNING_CONTENT_SID,
      smsFrom: env.TWILIO_SMS_FROM,
    },
    google: { clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET },
    stripe: { secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRET },
  };
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
