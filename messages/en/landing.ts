import { catalogue } from '../catalogue.ts';

/** The landing page, but for what it says of the product. The application's scripts never show it. */
export const landing = catalogue('landing', {
  title: 'Stillhere: say it now, it will still be here',
  description:
    'Letters, pictures, voices and papers for the people you love, delivered on the day you choose, or if one day you stop answering.',
  heading: ['Say it now.', 'It will still be here.'],
  storage: '{storage} to begin with.',
  start: 'Start Free',
  last: 'Begin with one letter.',
  lastLead: 'It doesn’t have to be long. Most of the good ones aren’t.',
  steps: 'How it works',
  features: 'What it does for you',
  featuresHelp: 'Six things, each of them quiet until it’s needed.',
  beginnings: 'How people begin',
  security: 'What we can read, and what we can’t',
  securityHelp: 'You’re trusting us with the things that matter most. So, without small print:',
  unreadable: 'Can’t be read',
  readable: 'Can be read',
  prices: 'Prices',
  compare: 'Compare the plans',
  plan: 'Plan',
  month: 'A month',
  year: 'A year',
  abilities: 'What you can do',
});

/**
 * What the landing page says of the product. Each sentence has an id in docs/security.md, and a test that names the id with
 * `holds()`: tests/landing/claims.test.ts fails for a sentence without one.
 */
export const landingClaims = catalogue('landing-claims', {
  opening:
    'A letter for a birthday years away. The papers your brother will ask for. Your voice, reading one more story. Stillhere keeps them, and brings each one on the day you choose, or if one day you stop answering.',
  free: 'No card, no trial that runs out. Keeping is free. Sending needs a plan.',
  steps: {
    write: {
      name: 'Write it, or add it',
      words:
        'A letter, a photo, a video, a recording, a scan of the deed. It goes into your vault: private, and encrypted before it’s stored.',
    },
    schedule: {
      name: 'Say who, and when',
      words:
        'Choose a person, a date and a time. It goes out by email or WhatsApp, even if that’s in 2061. Until it does, you can change the date or cancel it.',
    },
    protocol: {
      name: 'Leave a light on',
      words:
        'If you like, we check from time to time that you’re all right. We only write to the people you trust if you stop answering, or if you send them a test.',
    },
  },
  timeCapsule: {
    name: 'Time Capsule',
    words: 'Something you write today that opens on a day you choose: next spring, or in thirty years.',
  },
  digitalWill: {
    name: 'Digital Will',
    words:
      'The account numbers, the wishes, where everything is. Set aside for the people who will need to know. It doesn’t replace a legal will.',
  },
  emergencyProtocol: {
    name: 'Emergency Protocol',
    words:
      'After {inactiveMin} to {inactiveMax} days without a check-in, we first tell your trusted contacts. {safetyMin} to {safetyMax} days later, they receive what you set aside. You choose the numbers, and one tap stops it.',
  },
  scheduledDelivery: {
    name: 'Scheduled Delivery',
    words: 'A date, a time, a time zone. You see when it was sent, and we tell you if it couldn’t be.',
  },
  secureStorage: {
    name: 'Secure Storage',
    words: 'Every item is encrypted with its own key. You decide, item by item, what anyone else can see.',
  },
  memoryVault: {
    name: 'Memory Vault',
    words: 'Letters, images, video, audio and files on one shelf, the newest first.',
  },
  unreadable: [
    'By other accounts. What’s yours stays yours until you make it public, one item at a time.',
    'By the person it’s for, before the day. Until then, there’s no link to open.',
    'From a stolen copy of our database or disks. The keys are kept elsewhere, and without them every title, letter and file in it is noise.',
    'By us, once you seal it. Your device locks a sealed item first, so even someone with our database, our disks and all our keys can’t open it.',
  ],
  readable: [
    'By our running service, unless you seal it: at the moment it shows you a letter or delivers it. It holds the keys, because your letter has to open on a day when you may not be there to unlock it.',
    'By anyone with the link, once it has been sent. An email names the title, and its link opens the rest. So it’s as private as the mailbox or the phone it goes to.',
    'Names, addresses and phone numbers, yours and those of the people you send to. Dates and sizes, too. We need them to deliver.',
    'What you seal, by anyone with its six words, or with two of its three shares. If they’re lost, we can’t open it either. We still see its label, its size, and who it goes to and when.',
  ],
  encryption: { name: '256-bit encryption', words: 'AES-256-GCM, with one key for each item.' },
  endToEnd: {
    name: 'End-to-end encryption',
    words:
      'For the items you seal. Your device locks them before they reach us, and we can’t open them. Six words do, or two of the three shares of their key: we hold one, and you print two. Our service can open everything else, because it delivers it.',
  },
  delivery: {
    name: 'Automatic delivery 24/7',
    words: 'Sending needs nobody at a desk. Each delivery ends as sent or failed, and you see which.',
  },
  timeCapsules: { name: 'Unlimited time capsules', words: 'We count megabytes, never letters.' },
  prices: 'In US dollars. A year costs as much as ten months.',
});

/** Four example letters, in their writers' words. They claim nothing about the product. */
export const exampleLetters = catalogue('example-letters', {
  birthday: {
    name: 'A birthday far away',
    month: 'MAY',
    words:
      '“You are eighteen today, and I am writing this while you try to feed a yoghurt to the cat. I want you to know you were loud, and funny, and entirely yourself from the first hour…”',
    by: 'A mother, to her daughter',
  },
  papers: {
    name: 'Where everything is',
    words:
      '“The deed is in the blue folder. The boiler sticks: lift, then turn. Please give my books to the school and keep the one with the pressed fern…”',
    by: 'A father, to his two sons, if he stops answering',
  },
  wedding: {
    name: 'A voice at the wedding',
    month: 'SEP',
    words:
      '“By the time you hear this you will both be crying, because your uncle cannot be trusted with a speech. So here is mine, and I will be brief…”',
    by: 'A recording of two minutes, from a grandmother',
  },
  yourself: {
    name: 'A note to yourself',
    month: 'JAN',
    words:
      '“You were afraid this winter would not end. If you are reading this, it did. Did you keep the garden? Do you still walk before breakfast?”',
    by: 'Ten years ahead, to the same address',
  },
});
