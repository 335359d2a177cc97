'use client'

import clsx from 'clsx'
import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import type { SignInExtension } from '@/lib/base/x402/sign-in'

type FormFacts = {
  /** The texts that were sent, of a form that came back. */
  values: Readonly<Record<string, string[]>>
  fields: Readonly<Record<string, string>>
  /** The message for a wallet to sign first. */
  confirmation: SignInExtension | null
}

export const FormContext = createContext<FormFacts>({ values: {}, fields: {}, confirmation: null })

/** A control's id, without the spaces that would part it where ids are listed. */
export const idOf = (name: string): string => name.replaceAll(' ', '_')

const isSent = (values: FormFacts['values']): boolean => Object.keys(values).length > 0

/** The error of a field; a list's errors name its items by number, so they count as the list's. */
const errorOf = (fields: FormFacts['fields'], name: string): string | undefined =>
  fields[name] ?? Object.entries(fields).find(([path]) => /^\.\d/.test(path.replace(name, '')))?.[1]

/** Props that a control inside a Field spreads on itself, so that label, hint and error belong to it. */
type ControlProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

type FieldProps = {
  id: string
  name?: string
  label: string
  hint?: ReactNode
  error?: string
  /** The label is for those who do not see the field: it says itself what it is. */
  isLabelHeard?: boolean
  children: (control: ControlProps) => ReactNode
}

export function Field({ id, name = id, label, hint, error: own, isLabelHeard = false, children }: FieldProps) {
  const error = own ?? errorOf(use(FormContext).fields, name)
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

/** A control with its label. Its name is its id, if it has no other. */
type Labelled<Element extends 'input' | 'textarea' | 'select'> = Omit<ComponentProps<Element>, 'id'> &
  Omit<FieldProps, 'id' | 'name' | 'children'> & { id?: string }

/** The label's part and the control's own; a form that came back gives the text that was sent. */
function useLabelled<Props extends Labelled<'input'> | Labelled<'textarea'> | Labelled<'select'>>(props: Props) {
  const { name = '', defaultValue } = props
  const { id = idOf(name), label, hint, error, isLabelHeard, ...control } = props
  const { values } = use(FormContext)
  return [
    { id, name, label, hint, error, isLabelHeard },
    { ...control, defaultValue: values[name]?.[0] ?? defaultValue },
  ] as const
}

type Figures = { isFigures?: boolean }

export function TextField({ isFigures, className = CONTROL_CLASS, ...props }: Labelled<'input'> & Figures) {
  const [field, input] = useLabelled(props)
  return (
    <Field {...field}>
      {(control) => <input {...input} {...control} className={clsx(className, isFigures && 'figures')} />}
    </Field>
  )
}

export function TextAreaField({ isFigures, ...props }: Labelled<'textarea'> & Figures) {
  const [field, area] = useLabelled(props)
  return (
    <Field {...field}>
      {(control) => (
        <textarea rows={6} {...area} {...control} className={clsx(CONTROL_CLASS, isFigures && 'figures')} />
      )}
    </Field>
  )
}

type SelectFieldProps = Labelled<'select'> & { options: { value: string; label: string }[] }

export function SelectField({ options, ...props }: SelectFieldProps) {
  const [field, select] = useLabelled(props)
  return (
    <Field {...field}>
      {(control) => (
        <select {...select} {...control} className={CONTROL_CLASS}>
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

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }

export function CheckboxField({ label, defaultChecked, ...input }: CheckboxFieldProps) {
  const { name = '', value = 'on' } = input
  const { values, fields } = use(FormContext)
  const error = errorOf(fields, name)
  const isChecked = isSent(values) ? values[name]?.includes(String(value)) : defaultChecked
  return (
    <div className="grid gap-1">
      <Checkbox id={idOf(name)} {...input} defaultChecked={isChecked} label={label} {...(error && faultOf(name))} />
      {error && <CheckboxError name={name} error={error} />}
    </div>
  )
}

type CheckboxGroupProps = {
  name: string
  label: string
  options: { value: string; label: ReactNode }[]
  chosen?: readonly string[]
}

export function CheckboxGroup({ name, label, options, chosen = [] }: CheckboxGroupProps) {
  const { values, fields } = use(FormContext)
  const error = errorOf(fields, name)
  const ticked = isSent(values) ? (values[name] ?? []) : chosen
  return (
    <fieldset id={name} className="grid content-start gap-x-6 gap-y-1 sm:grid-cols-2">
      <legend className="font-strong">{label}</legend>
      {options.map(({ value, label: each }) => (
        <Checkbox
          key={value}
          name={name}
          value={value}
          label={each}
          defaultChecked={ticked.includes(value)}
          {...(error && faultOf(name))}
        />
      ))}
      {error && <CheckboxError name={name} error={error} />}
    </fieldset>
  )
}

export function Checkbox({ label, ...input }: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
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

const faultOf = (name: string) => ({ 'aria-invalid': true as const, 'aria-describedby': `${idOf(name)}-error` })

const CheckboxError = ({ name, error }: { name: string; error: string }) => (
  <p id={`${idOf(name)}-error`} className="col-span-full text-small text-refused">
    {error}
  </p>
)
