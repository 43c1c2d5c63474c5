import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { typeName } from '#app/components/type-badge.tsx';
import { controlProps, useForm } from '#app/components/use-form.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { type DeliveryChoices, DeliveryForm, type DeliveryReply, WISH_FIELDS } from './form.tsx';

interface ScheduleFormProps {
  contents: readonly ContentView[];
  /** The content that is chosen to begin with. */
  chosen: string | null;
  /** `once` tells this form from the next, so that sending it twice makes one delivery. */
  choices: DeliveryChoices & { country: string; once: string };
  reply: DeliveryReply | undefined;
  timeZone: string;
  now: string;
}

/** A new delivery: what, how, to whom and when. */
export function ScheduleForm({ contents, chosen, choices, reply, timeZone, now }: ScheduleFormProps) {
  const { form, errors, fields } = useForm({
    id: 'schedule-form',
    fields: ['content_id', ...WISH_FIELDS],
    initial: {
      content_id: chosen ?? contents[0]?.id ?? '',
      delivery_type: 'email',
      phone_country: choices.country,
      time_zone: timeZone,
    },
    result: reply?.result,
    schema: async () => (await import('#domain/delivery/delivery.schema.ts')).scheduleSchema,
  });
  return (
    <section className="sched" aria-labelledby="h-form">
      <DeliveryForm {...{ form, fields, choices, reply, now }} action="/schedule?new" submit="Schedule Delivery">
        <h2 id="h-form">Schedule Delivery</h2>
        <FormErrors errors={errors} />
        <input type="hidden" name="once" value={choices.once} />
        <Field label="Content" meta={fields.content_id}>
          <span className="select">
            <select className="control" {...controlProps(fields.content_id)}>
              {contents.map(({ id, type, title }) => (
                <option key={id} value={id}>
                  {typeName(type)}: {title || 'Untitled'}
                </option>
              ))}
            </select>
          </span>
        </Field>
      </DeliveryForm>
    </section>
  );
}
