import { catalogue } from '../catalogue.ts';

/** One delivery in the lists of /dashboard and /schedule, and on its own page. */
export const deliveryItem = catalogue('delivery-item', {
  allDeliveries: 'All deliveries',
  addressQuestion: { yes: 'Yes', yesAbout: 'Yes {title}', change: 'Change it', changeAbout: 'Change it {title}' },
  failed: {
    correct: 'Correct address',
    correctAbout: 'Correct address {title}',
    retry: 'Try again',
    retryAbout: 'Try again {title}',
  },
});
