import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { CONTROL_CLASS, Field } from './field'

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id'> & {
  id: string
  label: string
  hint?: ReactNode
  error?: string
  options: { value: string; label: string }[]
}

export function SelectField({ id, label, hint, error, options, className, ...select }: SelectFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <select {...select} {...control} className={clsx(CONTROL_CLASS, className)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
