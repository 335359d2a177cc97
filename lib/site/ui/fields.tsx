import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

/** Props that a control inside a Field spreads on itself, so that label, hint and error belong to it. */
type ControlProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

type FieldProps = {
  id: string
  label: string
  hint?: ReactNode
  error?: string
  /** The label is for those who do not see the field: it says itself what it is. */
  isLabelHeard?: boolean
  children: (control: ControlProps) => ReactNode
}

export function Field({ id, label, hint, error, isLabelHeard = false, children }: FieldProps) {
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className={isLabelHeard ? 'sr-only' : 'font-strong'}>
        {label}
      </label>
      {children({ id, 'aria-describedby': describedBy, ...(error ? { 'aria-invalid': true as const } : {}) })}
      {error && (
        <p id={errorId} className="text-small text-refused">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-small text-quiet">
          {hint}
        </p>
      )}
    </div>
  )
}

export const CONTROL_CLASS =
  'min-h-11 w-full rounded-[3px] border border-edge bg-sheet px-3 py-2 text-base text-ink placeholder:text-quiet ' +
  'aria-invalid:border-2 aria-invalid:border-refused disabled:bg-shade disabled:text-quiet'

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

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type'> & {
  id: string
  label: ReactNode
  error?: string
}

export function CheckboxField({ id, label, error, ...input }: CheckboxFieldProps) {
  return (
    <div className="grid gap-1">
      <Checkbox {...input} label={label} {...(error && faultOf(id))} />
      {error && <CheckboxError id={id} error={error} />}
    </div>
  )
}

/** A form whose boxes stand beside its field, button and outcome: what comes of it is where one has pressed. */
export const formBesideBoxes =
  'grid gap-8 border-t border-rule pt-8 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:gap-x-12'

type CheckboxGroupProps = {
  id: string
  name: string
  label: string
  options: { value: string; label: ReactNode }[]
  chosen: readonly string[]
  error?: string
}

export function CheckboxGroup({ id, name, label, options, chosen, error }: CheckboxGroupProps) {
  return (
    <fieldset id={id} className="grid content-start gap-x-6 gap-y-1 sm:grid-cols-2">
      <legend className="font-strong">{label}</legend>
      {options.map(({ value, label: each }) => (
        <Checkbox
          key={value}
          name={name}
          value={value}
          label={each}
          defaultChecked={chosen.includes(value)}
          {...(error && faultOf(id))}
        />
      ))}
      {error && <CheckboxError id={id} error={error} />}
    </fieldset>
  )
}

function Checkbox({ label, ...input }: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
  return (
    <label className="flex min-h-11 min-w-0 items-center gap-3 py-1">
      <input
        {...input}
        type="checkbox"
        className={input.role === 'switch' ? SWITCH_CLASS : 'size-5 shrink-0 accent-accent'}
      />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  )
}

const SWITCH_CLASS =
  'h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full border-2 border-edge bg-sheet before:block before:size-4 ' +
  'before:translate-x-0.5 before:translate-y-0.5 before:rounded-full before:bg-edge checked:border-accent checked:bg-accent ' +
  'checked:before:translate-x-[1.375rem] checked:before:bg-on-accent'

const faultOf = (id: string) => ({ 'aria-invalid': true as const, 'aria-describedby': `${id}-error` })

const CheckboxError = ({ id, error }: { id: string; error: string }) => (
  <p id={`${id}-error`} className="col-span-full text-small text-refused">
    {error}
  </p>
)
