import { catalogue } from '../catalogue.ts';

/** What the server answers to forms about the emergency protocol. Only the server says it. */
export const emergencyAnswers = catalogue('emergency-answers', {
  saved: 'Settings updated!',
  notSaved: 'Failed to update settings',
  notSwitched: 'Operation failed',
  added: 'Added to emergency',
  removed: 'Removed from emergency',
  notChanged: 'Operation failed',
  fault: 'Something went wrong on our side. Nothing was changed; please try again in a moment.',
  planEnded:
    'Your plan has ended, so that nothing was charged while you were silent. All that you have is as it was, and you can choose a plan again under Pricing.',
});
