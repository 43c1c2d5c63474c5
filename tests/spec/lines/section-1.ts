import type { Lines } from './lines.ts';

/** Section 1: what the product does and for whom. */
export const PRODUCT = {
  'What the product does and for whom': {
    'S1-1': 'The product serves two kinds of people: anonymous visitors and signed-in account holders.',
    'S1-2': 'Signed-in users keep content (text letters, images, video, audio, files) in a personal vault.',
    'S1-3': 'They schedule future delivery of a content item to a recipient by email or WhatsApp.',
    'S1-4': 'They define an emergency protocol: trusted contacts are emailed and chosen emergency contents are sent.',
    'S1-5': 'They can make content public so it appears in a public gallery.',
    'S1-6': 'Paid plans exist: Free, Plus, Premium.',
    'S1-7': 'It claims unlimited time capsules, 256-bit encryption, automatic delivery 24/7 and end-to-end encryption.',
    'S1-8':
      'Features: Time Capsule, Digital Will, Emergency Protocol, Scheduled Delivery, Secure Storage, Memory Vault.',
    'S1-9': 'It also shows four use cases and a footer.',
    'S1-10': 'Its navigation buttons are Shared, Pricing and Sign In, and the hero button is Start Free.',
  },
} satisfies Lines;
