import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { CONTROL_CLASS, Field } from './field'

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  id: string
  label: string
  hint?: ReactNode
  error?: string
  /** Uses the figures' font, for addresses, amounts and paths. */
  isFigures?: boolean
  /** A title as it will be read: the label is heard only. */
  isHeading?: boolean
}

export function TextField({
  id,
  label,
  hint,
  error,
  isFigures = false,
  isHeading = false,
  className,
  ...input
}: TextFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} isLabelHeard={isHeading}>
      {(control) => (
        <input
          {...input}
          {...control}
          className={clsx(isHeading ? HEADING_CLASS : CONTROL_CLASS, isFigures && 'figures', className)}
        />
      )}
    </Field>
  )
}

const HEADING_CLASS =
  'w-full border-b border-transparent bg-transparent py-1 font-serif text-display font-strong text-ink ' +
  'placeholder:text-quiet focus:border-rule aria-invalid:border-refused'
