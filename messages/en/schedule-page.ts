import { catalogue } from '../catalogue.ts';

/** /schedule, all deliveries. */
export const schedulePage = catalogue('schedule-page', {
  title: 'Schedule · Stillhere',
  heading: 'Schedule',
  lead: 'Choose who gets it, and when.',
  open: 'Schedule Delivery',
  several: 'For several people, or with several items',
  close: 'Close the form',
  nothingToSend: 'You need something to send first. One letter is a good start.',
  create: 'Create',
  nothingWaits: 'Nothing is scheduled.',
  beyondPlan: '{notice}.',
  change: 'Change',
  changeAbout: 'Change {title}',
  lists: {
    waiting: 'Scheduled',
    waitingAside: 'You can change or delete a delivery until it goes out.',
    failed: 'Failed',
    failedAside: 'Nothing is lost. Correct the address and try again.',
    sent: 'Sent',
  },
});
