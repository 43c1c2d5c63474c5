/** The simulators as a process of the local stack, with the product's mails and its prices. */
import { runSimulators } from '@stillhere/simulators';
import { GROUPS } from './mail-samples/samples.ts';
import { stripeCatalogue } from './stripe-catalogue.ts';

await runSimulators({ gallery: GROUPS, catalogue: stripeCatalogue() });
