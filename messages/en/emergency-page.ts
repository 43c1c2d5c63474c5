import { catalogue } from '../catalogue.ts';

/** /emergency, without what the server composes (emergency-view.ts) and the line of stages (emergency-line.ts). */
export const emergencyPage = catalogue('emergency-page', {
  title: 'Emergency · Stillhere',
  heading: 'Emergency Protocol',
  status: {
    heading: 'Status Check',
    state: 'Status',
    lastCheckIn: 'Last check-in',
    days: 'Days since last check-in',
    threshold: 'Threshold',
    checkIn: "Check In - I''m Still Here",
    byPassword: 'Check in with a password',
  },
  needs: {
    heading: 'What it needs',
    aside: 'It starts by itself once all four are there.',
    there: 'There:',
    missing: 'Missing:',
  },
  contacts: {
    heading: 'Trusted Contacts',
    add: 'Add people on your <profile>Profile</profile>.',
    none: 'Nobody yet. Contacts are added from the Profile page.',
  },
  contents: {
    heading: 'Emergency Content',
    plan: 'Choose who gets what, and when',
    none: 'You haven’t chosen anything yet.',
    more: 'Show more',
    create: '<create>Write a letter or add a file</create>, then choose it here.',
    older: 'Show older items',
    label: 'Add Content',
    option: '{type}: {title}',
    add: 'Add',
    addAbout: 'Add to emergency content',
    remove: 'Remove',
    removeAbout: 'Remove {title}',
  },
  release: {
    heading: 'What was sent',
    headingOver: 'What was sent last time',
    nothingSent: 'Nothing was sent: you had no trusted contacts, or hadn’t chosen anything for them.',
    back: "I''m back",
  },
  how: 'How it works',
});
