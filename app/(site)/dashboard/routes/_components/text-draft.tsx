'use client'

import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FormState } from '@/app/(site)/dashboard/_server/form-state'
import { Button } from '@/lib/site/ui/button'

type TextDraft = { version: string; texts: Record<string, string> }

const textsIn = (form: HTMLFormElement) =>
  ['title', 'body'].flatMap((name) => {
    const control = form.elements.namedItem(name)
    return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? [control] : []
  })

/** Writes texts as if their reader had; returns whether any has changed. */
function writeTexts(form: HTMLFormElement, texts: TextDraft['texts']): boolean {
  const changed = textsIn(form).filter(({ name, value }) => texts[name] !== undefined && texts[name] !== value)
  for (const control of changed) {
    control.value = texts[control.name] ?? ''
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return changed.length > 0
}

/**
 * Keeps a form's unsaved title and text in this browser. What comes back keeps the version that it was written over, so
 * that its save is told of a change since.
 */
export function useTextDraft(form: RefObject<HTMLFormElement | null>, key: string, version: string, answer: FormState) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  /** The form while it holds text that is not kept yet. */
  const typedIn = useRef<HTMLFormElement | null>(null)
  const [restored, setRestored] = useState<{ version: string; answer: FormState } | null>(null)
  const current = restored?.answer === answer ? restored.version : version

  const keep = () => {
    clearTimeout(timer.current)
    if (!typedIn.current) return
    const texts = Object.fromEntries(textsIn(typedIn.current).map(({ name, value }) => [name, value]))
    typedIn.current = null
    localStorage.setItem(key, JSON.stringify({ version: current, texts } satisfies TextDraft))
  }
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })

  useEffect(() => {
    // After the form has settled.
    timer.current = setTimeout(() => {
      const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as TextDraft | null // Only `keep` writes it.
      if (draft && form.current && writeTexts(form.current, draft.texts)) setRestored({ ...draft, answer })
    })
    const leave = () => latest.current()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
    // Once for each form: its later values are newer than any draft.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])

  useEffect(() => {
    if (answer.done === '') return
    clearTimeout(timer.current)
    typedIn.current = null
    localStorage.removeItem(key)
  }, [answer, key])

  const onInput = () => {
    clearTimeout(timer.current)
    typedIn.current = form.current
    timer.current = setTimeout(() => latest.current(), 400)
  }
  const onDrop = () => {
    clearTimeout(timer.current)
    // Else the page that is left would keep it again.
    typedIn.current = null
    localStorage.removeItem(key)
    window.location.reload()
  }
  return { version: current, onInput, onDrop, isRestored: restored?.answer === answer }
}

export function DraftLine({ onDrop }: { onDrop: () => void }) {
  const t = useTranslations('routeForms.draft')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
      <p role="status">{t('restored')}</p>
      <Button onClick={onDrop}>{t('drop')}</Button>
    </div>
  )
}

export function ForgetDraft({ draft }: { draft: string }) {
  useEffect(() => localStorage.removeItem(draft), [draft])
  return null
}
