import { catalogue } from '../catalogue.ts';
import { NOUN } from '../en-parts.ts';

/** The preview of a delivery, and what the server says about tests of one. */
export const previewPage = catalogue('preview-page', {
  title: 'Preview',
  mark: 'Preview. Only you can see this page. Nothing was sent, and nothing was opened.',
  heading: 'What {recipient} will get',
  lead: `This is how it looks if it goes out on {when} ({place}) with the ${NOUN} as it is now.`,
  inert: 'Inside the frames below, the buttons do nothing.',
  message: { email: '1. The email', whatsapp: '1. The WhatsApp message', sms: '1. The text message' },
  to: 'To {recipient}',
  subject: 'Subject: {subject}',
  replies: 'Replies go to {email}.',
  before: '2. The page behind its link',
  after: '3. The same page, opened',
  test: 'Send me a test',
  testNote: 'The test goes to your own email address. You can send up to {max} a day.',
  back: 'Back to the delivery',
  unsaved:
    'Nothing is scheduled yet. To go back to the form, close this tab. What you typed is still there. Once it is scheduled, you can also send yourself a test.',
  unsavedChange:
    'Your changes are not saved yet. To go back to the form, close this tab. What you typed is still there.',
  incomplete: {
    heading: 'There is no preview yet.',
    lead: 'Please look at this first:',
    advice: 'To go back to the form, close this tab. What you typed is still there.',
  },
  none: {
    heading: 'There is no preview.',
    trouble: 'Something on our side isn’t working. Please try again in a few minutes.',
    back: 'Go to your deliveries',
  },
  /** Why there is none, or no test. */
  'not-waiting': 'Only a delivery that is still waiting has a preview. This one is on its way or has been sent.',
  /** The answers to the button. */
  tested: 'We’re sending a test to {email}',
  notTested: 'The test could not be sent',
});

/** The mail of a test. */
export const deliveryTest = catalogue('delivery-test', {
  subject: 'Test: {subject}',
  heading: 'Test: {heading}',
  first:
    'This is a test from Stillhere that you asked for. Only you got it: nothing was sent to {recipient}. The words below are those of the real message. The button opens the preview.',
  phone: {
    heading: 'Test: your {channel} message to {recipient}',
    says: 'The message will say: {text}',
    label: 'See the preview',
    why: 'We’re writing to you because you asked for this test on the page of your delivery.',
    reply: 'Questions? Reply to this email.',
  },
});
