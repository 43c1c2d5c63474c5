import { config } from 'zod/v4/core';

// Zod compiles a schema with `new Function`. Our policy refuses that, and Firefox writes each refusal into its console.
config({ jitless: true });
