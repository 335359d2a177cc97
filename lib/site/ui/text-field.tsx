import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { CONTROL_CLASS, Field } from './field'

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  id: string
  label: string
  hint?: ReactNode
  error?: string
  isFigures?: boolean
}

export function TextField({ id, label, hint, error, isFigures = false, className, ...input }: TextFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <input {...input} {...control} className={clsx(CONTROL_CLASS, isFigures && 'figures', className)} />
      )}
    </Field>
  )
}

type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  id: string
  label: string
  hint?: ReactNode
  error?: string
  isFigures?: boolean
}

export function TextAreaField({ id, label, hint, error, isFigures = false, className, ...area }: TextAreaFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <textarea rows={6} {...area} {...control} className={clsx(CONTROL_CLASS, isFigures && 'figures', className)} />
      )}
    </Field>
  )
}
