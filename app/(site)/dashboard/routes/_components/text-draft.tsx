'use client'

import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FormState } from '@/app/(site)/dashboard/_actions/form-state'
import { readTexts, writeTexts } from '@/app/(site)/dashboard/_components/written-controls'
import { Button } from '@/lib/site/ui/button'

type TextDraft = { version: string; texts: Record<string, string[]> }

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
    const { title = [], body = [] } = readTexts(typedIn.current)
    typedIn.current = null
    localStorage.setItem(key, JSON.stringify({ version: current, texts: { title, body } } satisfies TextDraft))
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
  return { version: current, onInput, isRestored: restored?.answer === answer }
}

export function DraftLine({ draft }: { draft: string }) {
  const t = useTranslations('routeForms.draft')
  const drop = () => {
    localStorage.removeItem(draft)
    window.location.reload()
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
      <p role="status">{t('restored')}</p>
      <Button onClick={drop}>{t('drop')}</Button>
    </div>
  )
}

export function ForgetDraft({ draft }: { draft: string }) {
  useEffect(() => localStorage.removeItem(draft), [draft])
  return null
}
