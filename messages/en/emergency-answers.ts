import { catalogue } from '../catalogue.ts';

/** What the server answers to forms about the emergency protocol. Only the server says it. */
export const emergencyAnswers = catalogue('emergency-answers', {
  saved: 'Settings updated!',
  notSaved: 'Failed to update settings',
  notChanged: 'Operation failed',
  added: 'Added to emergency',
  removed: 'Removed from emergency',
  planEnded:
    'Your plan has ended, so that nothing was charged while you were silent. All that you have is as it was, and you can choose a plan again under Pricing.',
});
