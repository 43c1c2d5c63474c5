import { catalogue } from '../catalogue.ts';

/** /emergency, without what the server composes (emergency-view.ts) and the line of stages (emergency-line.ts). */
export const emergencyPage = catalogue('emergency-page', {
  title: 'Emergency · Stillhere',
  heading: 'Emergency Protocol',
  lead: 'A light left on. While you answer from time to time, nothing happens.',
  status: {
    heading: 'Status Check',
    state: 'Status',
    lastCheckIn: 'Last check-in',
    days: 'Days since last check-in',
    threshold: 'Threshold',
    checkIn: "Check In - I''m Still Here",
  },
  needs: {
    heading: 'What it needs',
    aside: 'It starts by itself when all four are there.',
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
    aside: 'Sent to each contact if the line reaches its end.',
    none: 'Nothing is set aside yet.',
    more: 'More of them',
    create: '<create>Write a letter or keep a file</create> to set it aside here.',
    older: 'Choose among older ones',
    label: 'Add Content',
    option: '{type}: {title}',
    add: 'Add',
    addAbout: 'Add to emergency content',
    remove: 'Remove',
    removeAbout: 'Remove {title}',
  },
  release: {
    heading: 'Released',
    headingOver: 'The last release',
    nothingSent: 'Nothing was sent: there was no trusted contact, or nothing was set aside.',
    back: "I''m back",
  },
  how: 'How it works',
});
