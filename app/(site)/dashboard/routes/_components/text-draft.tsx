'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { expectedIn } from '@/app/(site)/dashboard/_server/form-state'
import { Button } from '@/lib/site/ui/button'

type KeptTexts = { version: string; texts: Record<string, string> }

const textsIn = (form: HTMLFormElement) =>
  ['title', 'body'].flatMap((name) => {
    const control = form.elements.namedItem(name)
    return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? [control] : []
  })

/** Writes texts as if their reader had; returns whether any has changed. */
function writeTexts(form: HTMLFormElement, texts: KeptTexts['texts']): boolean {
  const changed = textsIn(form).filter(({ name, value }) => texts[name] !== undefined && texts[name] !== value)
  for (const control of changed) {
    control.value = texts[control.name] ?? ''
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return changed.length > 0
}

/**
 * Keeps the unsaved title and text of the form around it in this browser, until the form is saved. What comes back keeps
 * the version that it was written over, so that its save is told of a change since.
 */
export function TextDraft({ draft }: { draft: string }) {
  const t = useTranslations('routeForms.draft')
  const place = useRef<HTMLDivElement>(null)
  const [version, setVersion] = useState<string | null>(null)
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    let isTyped = false
    // After the form has settled.
    let timer = setTimeout(() => {
      const kept = JSON.parse(localStorage.getItem(draft) ?? 'null') as KeptTexts | null // Only `keep` writes it.
      if (kept && writeTexts(form, kept.texts)) setVersion(kept.version)
    })
    const keep = () => {
      clearTimeout(timer)
      if (!isTyped) return
      isTyped = false
      const texts = Object.fromEntries(textsIn(form).map(({ name, value }) => [name, value]))
      const [over = ''] = expectedIn(new FormData(form)) ?? []
      localStorage.setItem(draft, JSON.stringify({ version: over, texts } satisfies KeptTexts))
    }
    const onInput = () => {
      clearTimeout(timer)
      isTyped = true
      timer = setTimeout(keep, 400)
    }
    const forget = () => {
      clearTimeout(timer)
      isTyped = false
      localStorage.removeItem(draft)
      setVersion(null)
    }
    form.addEventListener('input', onInput)
    form.addEventListener('reset', forget)
    window.addEventListener('pagehide', keep)
    return () => {
      form.removeEventListener('input', onInput)
      form.removeEventListener('reset', forget)
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [draft])
  return (
    <div ref={place} hidden={version === null} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
      {version !== null && (
        <>
          <input type="hidden" name="over" value={version} />
          <p role="status">{t('restored')}</p>
          <Button
            onClick={({ currentTarget: { form } }) => {
              form?.reset()
              window.location.reload()
            }}
          >
            {t('drop')}
          </Button>
        </>
      )}
    </div>
  )
}

export function ForgetDraft({ draft }: { draft: string }) {
  useEffect(() => localStorage.removeItem(draft), [draft])
  return null
}
