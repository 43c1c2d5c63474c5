/**
 * Properties take the same examples in every run, so that a run of the tests says something about a change. Other examples
 * come with `FAST_CHECK_SEED`, any number: what they find becomes an example of its test.
 */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_123) });
