import type { ComponentProps, ReactNode } from 'react'

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
