'use client'

import { useTranslations } from 'next-intl'
import type { MouseEvent } from 'react'
import { useFieldTexts } from './route-field'
import { fieldAt, idOf } from './route-fields'

/** Every fault of a form, each a link to its field. Without scripts the links work too. */
export function FaultList({ fields }: { fields: Readonly<Record<string, string>> }) {
  const t = useTranslations('routeForms')
  const textAt = useFieldTexts()
  const faults = Object.entries(fields).map(([name, message]) => ({ name, message, field: fieldAt(name) }))
  if (faults.length === 0) return null
  return (
    <ul className="grid">
      {faults.map(({ name, message, field }) => (
        <li key={name}>
          {field && (
            <>
              <a
                href={`#${idOf(field.name)}`}
                onClick={(event) => goTo(event, idOf(field.name))}
                className="inline-flex min-h-11 items-center font-strong text-accent underline underline-offset-4"
              >
                {field.name.startsWith('options.')
                  ? t('options.name', { number: Number(field.name.split('.')[1]) + 1 })
                  : textAt(field.path)}
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
