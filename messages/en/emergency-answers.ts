import { catalogue } from '../catalogue.ts';

/** What the server answers to forms about the emergency protocol. Only the server says it. */
export const emergencyAnswers = catalogue('emergency-answers', {
  saved: 'Settings updated!',
  notSaved: 'Failed to update settings',
  notChanged: 'Operation failed',
  added: 'Added to emergency',
  removed: 'Removed from emergency',
  planEnded:
    'Your plan has ended, so you weren’t charged while we couldn’t reach you. Everything you saved is still here, and you can choose a plan again under Pricing.',
});
