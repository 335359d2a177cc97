'use client'

import { useTranslations } from 'next-intl'
import type { MouseEvent } from 'react'
import { controlOf } from './field-controls'

/** Every fault of a form, each a link to its field. Without scripts the links work too. */
export function FaultList({ fields }: { fields: Readonly<Record<string, string>> }) {
  const t = useTranslations('routeForms')
  const faults = Object.entries(fields).map(([name, message]) => ({ name, message, control: controlOf(name) }))
  if (faults.length === 0) return null
  return (
    <ul className="grid">
      {faults.map(({ name, message, control }) => (
        <li key={name}>
          {control && (
            <>
              <a
                href={`#${control.id}`}
                onClick={(event) => goTo(event, control.id)}
                className="inline-flex min-h-11 items-center font-strong text-accent underline underline-offset-4"
              >
                {control.place ? t('options.name', { number: control.place }) : t(control.label)}
              </a>
              {': '}
            </>
          )}
          {message}
        </li>
      ))}
    </ul>
  )
}

/** Opens the folded parts around the field, and focuses it. */
function goTo(event: MouseEvent, id: string): void {
  const field = document.getElementById(id)
  if (!field) return
  event.preventDefault()
  for (let around = field.parentElement; around; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) around.open = true
  }
  const control = field.matches('input, select, textarea') ? field : field.querySelector<HTMLElement>('input')
  control?.focus()
}
