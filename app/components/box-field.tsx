import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { FieldError } from './field.tsx';

interface BoxFieldProps {
  label: string;
  meta: FieldMetadata;
  /** Of the space around it: `field` where it stands alone, none inside a group. */
  className?: string;
}

/** A box to tick, and what is wrong with it. */
export function BoxField({ label, meta, className = '' }: BoxFieldProps) {
  return (
    <div className={meta.errors ? `${className} has-error` : className}>
      <label className="check">
        <input {...getInputProps(meta, { type: 'checkbox' })} />
        <span>{label}</span>
      </label>
      <FieldError meta={meta} />
    </div>
  );
}
