import type { ReactNode } from 'react'

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
