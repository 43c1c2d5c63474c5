import { catalogue } from '../catalogue.ts';

/** /schedule, all deliveries. */
export const schedulePage = catalogue('schedule-page', {
  title: 'Schedule · Stillhere',
  heading: 'Schedule',
  lead: 'Who should have it, and on what day.',
  open: 'Schedule Delivery',
  close: 'Close the form',
  nothingToSend: 'First there must be something to send. One letter is a good beginning.',
  create: 'Create',
  nothingWaits: 'Nothing is waiting to be sent.',
  beyondPlan: '{notice}.',
  change: 'Change',
  changeAbout: 'Change {title}',
  lists: {
    waiting: 'Waiting',
    waitingAside: 'Sealed. You can change or delete a delivery until its hour comes.',
    failed: 'Failed',
    failedAside: 'What you keep is still here. Correct the address and try again.',
    sent: 'Gone out',
  },
});
