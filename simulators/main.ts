/** The simulators alone, as a process: no gallery of mails, and an empty account at Stripe. */
import { runSimulators } from './run.ts';

await runSimulators();
