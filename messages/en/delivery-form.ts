import { catalogue } from '../catalogue.ts';

/** The form of a delivery: what, how, to whom and when. */
export const deliveryForm = catalogue('delivery-form', {
  schedule: 'Schedule Delivery',
  content: 'Content',
  choose: 'Choose what to send',
  channel: 'Delivery type',
  channels: { email: 'Email', whatsapp: 'WhatsApp', sms: 'SMS' },
  consents: {
    whatsapp:
      'Please ask them first: they should have agreed to get a WhatsApp message from Stillhere. If WhatsApp can’t deliver it within two days, we send it to their email instead.',
    sms: 'Please ask them first: they should have agreed to get a text message from Stillhere. If SMS can’t deliver it within two days, we send it to their email instead.',
  },
  country: 'Country code',
  phone: 'Recipient phone',
  phoneReadBack: 'We’ll message {number}.',
  recipientName: 'Recipient name',
  recipientEmail: 'Recipient email',
  alternate: 'Second email',
  alternateHint: 'We send it there once if the first address refuses it.',
  date: 'Date',
  time: 'Time',
  timeZone: 'Time zone',
  horizon:
    'Any date in the next 100 years, {place, select, UTC {in UTC} other {in {place} time (including daylight saving)}}.',
  linkLife: 'How long the link works',
  linkLifeHint: 'Counted from the day it is sent. It can be extended later.',
  language: 'Language',
  languageHint: 'Of our message and its page. They can change it there.',
  preview: 'See it as your recipient will',
  previewHint: 'Opens in a new tab. Nothing is sent.',
  tomorrow: 'Tomorrow',
  inAYear: 'In a year',
  birthday: 'Their 18th birthday',
  birthDate: 'Their birth date',
  chooseBirthday: 'Choose the birthday',
});
