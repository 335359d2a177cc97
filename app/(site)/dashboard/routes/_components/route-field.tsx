'use client'

import { useTranslations } from 'next-intl'
import { createContext, type FormEvent, type ReactNode, use } from 'react'
import {
  Checkbox,
  CheckboxField,
  CheckboxGroup,
  FormContext,
  SelectField,
  TextAreaField,
  TextField,
} from '@/lib/site/ui/fields'
import { type FieldPath, type FormPart, fieldAt, fieldsOf, type RouteFormValue, tableOf, textOf } from './route-fields'
import { type FormTexts, RULED_OUT } from './route-value'

/** The name of the control that a fault is at, of one of several prices the number; null where there is none. */
export function useFaultNames() {
  const textAt = useFieldTexts()
  const t = useTranslations('routeForms.options')
  return (name: string): string | null => {
    const field = fieldAt(name)
    const [, place] = /^options\.(\d)/.exec(name) ?? []
    return place ? t('name', { number: Number(place) + 1 }) : field && textAt(field.path)
  }
}

/** The parts of a control that the table of fields does not hold. */
export type Shown = {
  label?: string
  hint?: ReactNode
  choices?: { value: string; label: string }[]
  boxes?: { value: string; label: ReactNode }[]
  isLeftOut?: boolean
}

type RouteFormState = {
  kind: RouteFormValue['kind']
  texts: FormTexts
  shown: Partial<Record<FieldPath, Shown>>
}

const Context = createContext<RouteFormState | null>(null)
export const RouteFormProvider = Context.Provider

/** The texts are those that were sent, where the form came back. */
export function useRouteForm() {
  const form = use(Context)
  if (!form) throw new Error('Expected a form of a route around the field.')
  const { values, fields } = use(FormContext)
  return { ...form, faults: fields, texts: Object.keys(values).length > 0 ? values : form.texts }
}

export function useFieldTexts() {
  // A test holds the table against the messages.
  const t = useTranslations('routeForms.fields') as unknown as ((key: string) => string) & {
    has: (key: string) => boolean
  }
  return (path: FieldPath, what?: string): string | null => {
    const key = textOf(path, what)
    return t.has(key) ? t(key) : null
  }
}

type RouteFieldProps = Shown & {
  name: string
  /** One line, since React forgets what is typed into a text area before the page's scripts have loaded. */
  isHeading?: boolean
  /** Its texts at first, where they are not those of its name. */
  texts?: readonly string[] | undefined
  onInput?: (event: FormEvent<HTMLInputElement>) => void
}

export function RouteField({ name, texts: own, onInput, isHeading, ...given }: RouteFieldProps) {
  const textAt = useFieldTexts()
  const { texts: all, shown } = useRouteForm()
  const path = fieldAt(name)?.path
  if (!path) throw new Error(`Expected a field of the table, not ${name}.`)
  const field = tableOf[path]
  const { hint, choices, boxes, label } = { ...shown[path], ...given }
  const texts = own ?? all[name] ?? []
  const [text] = texts
  const common = { name, label: label ?? textAt(path) ?? '' }
  const line = { ...common, hint: hint ?? textAt(path, 'hint'), defaultValue: text }
  const needed = field.isNeeded && !field.when && { required: true }
  const literal = { isFigures: true, autoCapitalize: 'none', autoComplete: 'off', spellCheck: false }
  switch (field.kind) {
    case 'tick':
      return (
        <CheckboxField
          {...common}
          {...(field.isSwitch && { role: 'switch' })}
          value="yes"
          defaultChecked={text === 'yes'}
        />
      )
    case 'networks':
      return <CheckboxGroup {...common} options={boxes ?? []} chosen={texts} />
    case 'choice':
    case 'scope':
    case 'meter':
    case 'access': {
      const listed = field.choices?.map((value) => ({ value, label: textAt(path, value) ?? value }))
      return <SelectField {...common} hint={line.hint} defaultValue={text} options={choices ?? listed ?? []} />
    }
    case 'prose':
      return <TextAreaField {...line} {...needed} rows={2} />
    case 'json':
      return <TextAreaField {...line} isFigures rows={3} />
    case 'headers':
    case 'query':
      return (
        <>
          {field.kind === 'query' ? (
            <TextField {...line} {...literal} />
          ) : (
            <TextAreaField {...line} {...literal} rows={2} />
          )}
          {boxes?.map(({ value, label: each }) => (
            <Checkbox
              key={value}
              {...{ name, value, label: each }}
              defaultChecked={texts.slice(1).includes(RULED_OUT)}
            />
          ))}
        </>
      )
    default:
      return (
        <TextField
          {...line}
          {...needed}
          {...(field.kind !== 'line' && literal)}
          {...(field.kind === 'number' && { inputMode: 'decimal' as const })}
          {...(field.kind === 'dollars' && { placeholder: '0.10' })}
          {...(isHeading && { isLabelHeard: true, placeholder: common.label, className: HEADING_CLASS })}
          {...(onInput && { onInput })}
        />
      )
  }
}

/** Written as it will be read, without a frame. */
const HEADING_CLASS =
  'min-h-11 w-full border-b border-transparent bg-transparent py-1 font-serif text-title font-strong ' +
  'placeholder:text-quiet focus:border-rule aria-invalid:border-refused sm:text-[2rem]'

type RoutePartProps = {
  of: FormPart
  legend?: string
  children?: ReactNode
}

/** All controls of a part of the form; nothing where the kind of route has none. */
export function RoutePart({ of, legend, children }: RoutePartProps) {
  const { kind, shown } = useRouteForm()
  const names = fieldsOf(kind).flatMap(([path, { part }]) => (part === of && !shown[path]?.isLeftOut ? [path] : []))
  if (names.length === 0) return null
  const controls = names.map((name) => <RouteField key={name} name={name} />)
  if (legend === undefined) return controls
  return (
    <fieldset className="grid gap-4 border border-rule p-4">
      <legend className="px-2 font-strong">{legend}</legend>
      {children && <div className="grid gap-2 text-small text-quiet">{children}</div>}
      {controls}
    </fieldset>
  )
}

/** A part that stays folded until something in it is set or wrong. */
export function FoldedPart({ of, summary }: { of: FormPart; summary: string }) {
  const { kind, texts, faults } = useRouteForm()
  const names = fieldsOf(kind).flatMap(([path, { part }]) => (part === of ? [path] : []))
  if (names.length === 0) return null
  const isOpen = names.some((name) => (texts[name]?.[0] ?? '') !== '' || name in faults)
  return (
    <details open={isOpen || undefined}>
      <summary className="min-h-11 cursor-pointer py-2">{summary}</summary>
      <div className="grid gap-4 pt-2">
        <RoutePart of={of} />
      </div>
    </details>
  )
}
