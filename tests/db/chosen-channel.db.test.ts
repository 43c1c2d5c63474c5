/** The channel and number of a delivery, as they are saved. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { rescheduleDelivery, scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let helena: Awaited<ReturnType<typeof createPerson>>;
beforeAll(async () => {
  stage = await createStage();
  helena = await createPerson(stage.context());
});
afterAll(() => stage.close());

const BY_WHATSAPP = { delivery_type: 'whatsapp', recipient_phone: '912 000 417', phone_country: 'PT' } as const;
const schedule = (change = {}) => scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id, change));
const change = (id: string, input: Parameters<typeof rescheduleDelivery>[3]) =>
  rescheduleDelivery(stage.context(), helena.id, id, input);
const refusedFields = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: unknown) => (error instanceof AppError ? error.fields.map(({ field }) => field) : Promise.reject(error)),
  );

test('saves a national number in E.164, and shows it in groups that people can check', async () => {
  expect(await schedule(BY_WHATSAPP)).toMatchObject({
    delivery_type: 'whatsapp',
    recipient_email: 'ana@example.com',
    recipient_phone: '+351912000417',
    recipient_phone_grouped: '+351 912 000 417',
  });
});

test('refuses an impossible number at its field', async () => {
  expect(await refusedFields(schedule({ ...BY_WHATSAPP, recipient_phone: '912' }))).toEqual(['recipient_phone']);
  expect(await refusedFields(schedule({ ...BY_WHATSAPP, phone_country: undefined }))).toEqual(['recipient_phone']);
});

test('refuses WhatsApp where it is not set up; deliveries by WhatsApp can still be changed', async () => {
  const context = { ...stage.context(), channels: ['email'] as const };
  const wish = scheduleOf(helena.letter.id, BY_WHATSAPP);
  expect(await refusedFields(scheduleDelivery(context, helena.id, wish))).toEqual(['delivery_type']);
  const email = await schedule();
  const byWhatsApp = { delivery_type: 'whatsapp', recipient_phone: '+351912000417' } as const;
  expect(await refusedFields(rescheduleDelivery(context, helena.id, email.id, byWhatsApp))).toEqual(['delivery_type']);
  const earlier = await schedule(BY_WHATSAPP);
  const moved = await rescheduleDelivery(context, helena.id, earlier.id, { recipient_name: 'Ana Maria' });
  expect(moved).toMatchObject({ delivery_type: 'whatsapp', recipient_name: 'Ana Maria' });
});

test('changes channel and number while the delivery waits, and leaves omitted fields unchanged', async () => {
  const { id } = await schedule();
  expect(await refusedFields(change(id, { delivery_type: 'whatsapp' }))).toEqual(['recipient_phone']);
  const later = await change(id, { delivery_type: 'whatsapp', recipient_phone: '+351912000417' });
  expect(later).toMatchObject({ delivery_type: 'whatsapp', recipient_phone: '+351912000417' });
  expect(await change(id, { recipient_phone: '+5511961234567' })).toMatchObject({
    delivery_type: 'whatsapp',
    recipient_phone: '+5511961234567',
  });
  expect(await refusedFields(change(id, { recipient_phone: null }))).toEqual(['recipient_phone']);
  expect(await change(id, { delivery_type: 'email' })).toMatchObject({
    delivery_type: 'email',
    recipient_phone: '+5511961234567',
  });
  expect(await change(id, { recipient_phone: null })).toMatchObject({ recipient_phone: null });
});

test('SMS needs a number and a channel that is set up, as WhatsApp does', async () => {
  expect(await refusedFields(schedule({ delivery_type: 'sms' }))).toEqual(['recipient_phone']);
  const bySms = { ...BY_WHATSAPP, delivery_type: 'sms' } as const;
  expect(await schedule(bySms)).toMatchObject({ delivery_type: 'sms', recipient_phone: '+351912000417' });
  const context = { ...stage.context(), channels: ['email', 'whatsapp'] as const };
  const wish = scheduleOf(helena.letter.id, bySms);
  expect(await refusedFields(scheduleDelivery(context, helena.id, wish))).toEqual(['delivery_type']);
});
