import { catalogue } from '../catalogue.ts';

/** The form of a delivery: what, how, to whom and when. */
export const deliveryForm = catalogue('delivery-form', {
  schedule: 'Schedule Delivery',
  content: 'Content',
  channel: 'Delivery type',
  channels: { email: 'Email', whatsapp: 'WhatsApp', sms: 'SMS' },
  consents: {
    whatsapp:
      'Please ask them first: they should have agreed to get a WhatsApp message from Stillhere. If WhatsApp does not bring it within two days, we send it to their email instead.',
    sms: 'Please ask them first: they should have agreed to get a text message from Stillhere. If SMS does not bring it within two days, we send it to their email instead.',
  },
  country: 'Country code',
  phone: 'Recipient phone',
  phoneReadBack: 'We write to {number}.',
  recipientName: 'Recipient name',
  recipientEmail: 'Recipient email',
  date: 'Date',
  time: 'Time',
  timeZone: 'Time zone',
  horizon: 'Any day in the next 100 years, by the clocks in {place}, also when they change.',
  tomorrow: 'Tomorrow',
  inAYear: 'In a year',
  birthday: 'Their 18th birthday',
  birthDate: 'Their birth date',
  chooseBirthday: 'Choose the birthday',
});
