import type { SubmissionResult } from '@conform-to/react';
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import type { z } from 'zod';
import type { FormProblems } from './form-errors.tsx';

/** One field: what ties its label, hint, control and error together, and what it holds. */
export interface FormField {
  id: string;
  name: string;
  errorId: string;
  descriptionId: string;
  errors: string[] | undefined;
  initialValue: string | undefined;
  /** What it holds now; the initial value until scripts run. */
  value: string | undefined;
  /** The form came back, and this is where to begin; with scripts the focus is brought there anyway. */
  isFirstWrong: boolean;
}

interface FormPlan<Name extends string> {
  id: string;
  fields: readonly Name[];
  initial?: Partial<Record<Name, string>>;
  /** What the server made of the last sending. */
  result: SubmissionResult<string[]> | undefined;
  /** The schema weighs more than the page: it is fetched when somebody begins to write, and until then the server judges. */
  schema: () => Promise<z.ZodType>;
}

type Errors = Record<string, string[] | null>;

/**
 * A form that the server can serve alone. With scripts it checks by the same schema before sending, brings the focus to
 * what is wrong, and is not sent twice in one go.
 * @returns what goes on the form element, its errors as a whole, and its fields
 */
export function useForm<const Name extends string>({ id, fields, initial = {}, result, schema }: FormPlan<Name>) {
  const element = useRef<HTMLFormElement>(null);
  const judge = useRef<z.ZodType | null>(null);
  const isUnderWay = useNavigation().state !== 'idle';
  const [answered, setAnswered] = useState(result);
  const [errors, setErrors] = useState<Errors>(result?.error ?? {});
  const [typed, setTyped] = useState<Record<string, string>>({});
  if (answered !== result) {
    setAnswered(result);
    setErrors(result?.error ?? {});
  }
  useEffect(() => {
    if (result?.error) focusFirst(element.current);
  }, [result]);
  useEffect(() => setTyped(valuesOf(element.current)), []);

  const load = () => schema().then((loaded) => (judge.current = loaded), ignore);
  /** Judges one field anew; also where that was begun before the schema had come. */
  const mend = (name: string) =>
    load().then(() => {
      if (!judge.current) return;
      const found = judged(judge.current, valuesOf(element.current))[name] ?? null;
      setErrors((before) => (before[name] ? { ...before, [name]: found } : before));
    });

  const form = {
    id,
    ref: element,
    noValidate: true,
    onFocus(_: FocusEvent) {
      if (!judge.current) void load();
    },
    onInput({ target }: FormEvent) {
      const { name } = target as HTMLInputElement;
      setTyped(valuesOf(element.current));
      if (errors[name]) void mend(name);
    },
    onSubmit(event: FormEvent) {
      if (isUnderWay) return event.preventDefault();
      const found = judge.current ? judged(judge.current, valuesOf(element.current)) : {};
      if (Object.keys(found).length === 0) return;
      event.preventDefault();
      setErrors(found);
      // After the errors are on the page.
      requestAnimationFrame(() => focusFirst(element.current));
    },
  };
  const firstWrong = fields.find((name) => errors[name]) ?? (errors[''] ? fields[0] : undefined);
  const entries = fields.map((name): [Name, FormField] => {
    // What came back empty was emptied: what it held before is no answer to what is wrong with it.
    const initialValue = result?.initialValue ? textOf(result.initialValue[name]) : initial[name];
    const ids = { id: `${id}-${name}`, errorId: `${id}-${name}-error`, descriptionId: `${id}-${name}-hint` };
    const value = typed[name] ?? initialValue;
    const isFirstWrong = name === firstWrong;
    return [name, { ...ids, name, errors: errors[name] ?? undefined, initialValue, value, isFirstWrong }];
  });
  return { form, errors: problems(errors, entries), fields: Object.fromEntries(entries) as Record<Name, FormField> };
}

/** @returns what goes on a field's control; with `hint` it is described by the text above it */
export function controlProps(field: FormField, { hint = false } = {}) {
  const described = [field.errors && field.errorId, hint && field.descriptionId].filter(Boolean).join(' ');
  return {
    id: field.id,
    name: field.name,
    defaultValue: field.initialValue,
    autoFocus: field.isFirstWrong,
    'aria-invalid': field.errors ? true : undefined,
    'aria-describedby': described || undefined,
  };
}

/** As the server reads a form: an empty field is one that is not there. */
function judged(schema: z.ZodType, values: Record<string, string>): Record<string, string[]> {
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const found: Record<string, string[]> = {};
  for (const { path, message } of schema.safeParse(filled).error?.issues ?? []) {
    const name = String(path[0] ?? '');
    found[name] = [...(found[name] ?? []), message];
  }
  return found;
}

/** What is wrong, in the order of the fields. */
function problems(errors: Errors, entries: readonly (readonly [string, FormField])[]): FormProblems {
  const wrong = entries.flatMap(([, { id, errors: messages }]) =>
    messages ? [{ id, message: messages.join(' ') }] : [],
  );
  return { whole: errors[''] ?? [], fields: wrong };
}

function valuesOf(form: HTMLFormElement | null): Record<string, string> {
  const entries = form ? [...new FormData(form)] : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A schema that cannot be fetched is no reason to keep somebody from sending: the server judges. */
function ignore(): void {}
