import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { FormState } from '@/app/(site)/dashboard/_actions/form-state'
import { readTexts, writeTexts } from '@/app/(site)/dashboard/_components/written-controls'
import { findDraft, keepDraft } from './kept-draft'
import { fieldAt, tableOf } from './route-fields'

const PAUSE_MS = 400

/**
 * Stores a form's unsaved values in this browser, so that leaving the page loses nothing, and restores them on the next
 * visit. One that has been saved is dropped. One that was written over an earlier version keeps that version, so that its
 * save is told of the change: no clock decides.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  {
    key,
    version,
    answer,
    prepare,
  }: {
    key: string
    /** The stored version that the form's values began from. */
    version: string
    answer: FormState
    /** Adds or removes controls to match a draft's names; returns whether any changed. */
    prepare?: (names: string[]) => boolean
  },
) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const isPending = useRef(false)
  const [known, setKnown] = useState<{
    keptAt: number | null
    restoredAt: number | null
    basedOn: string | null
    answer: FormState
  }>({
    ...{ keptAt: null, restoredAt: null, basedOn: null },
    answer,
  })

  const isSaved = answer.done !== '' && known.answer !== answer
  // A draft of an earlier version stays one until it is saved, or sent over the other's change.
  const current = isSaved ? version : (known.basedOn ?? version)

  const keep = useCallback(() => {
    clearTimeout(timer.current)
    if (!isPending.current || !form.current) return
    isPending.current = false
    const at = Date.now()
    const texts = Object.fromEntries(Object.entries(readTexts(form.current)).filter(([name]) => !isSecret(name)))
    if (keepDraft(localStorage, key, { at, texts, version: current })) {
      const isCurrent = current === version
      setKnown((before) => ({ ...before, keptAt: at, answer, ...(isCurrent && { basedOn: null }) }))
    }
  }, [form, key, answer, current, version])

  const forget = useCallback(() => {
    clearTimeout(timer.current)
    isPending.current = false
    localStorage.removeItem(key)
  }, [key])

  useEffect(() => {
    const draft = findDraft(localStorage, key)
    if (draft) {
      // After the form has settled, so that the draft matches it.
      timer.current = setTimeout(() => {
        const hasOthers = prepare?.(Object.keys(draft.texts)) ?? false
        if (!form.current) return
        if (writeTexts(form.current, draft.texts) || hasOthers)
          setKnown((before) => ({ ...before, restoredAt: draft.at, basedOn: draft.version }))
        // It says what is stored: its save went through, and only the answer was missed.
        else localStorage.removeItem(key)
      }, 0)
      return () => clearTimeout(timer.current)
    }
    // Once for each form: its later values are newer than any draft.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])

  useEffect(() => {
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])

  useEffect(() => {
    if (answer.done !== '') forget()
  }, [answer, forget])

  const onInput = () => {
    isPending.current = true
    clearTimeout(timer.current)
    timer.current = setTimeout(keep, PAUSE_MS)
  }
  return {
    version: current,
    onInput,
    keep,
    forget,
    keptAt: isSaved ? null : known.keptAt,
    restoredAt: isSaved ? null : known.restoredAt,
  }
}

/** Never stored: the secrets of another server. */
function isSecret(name: string): boolean {
  const path = fieldAt(name)?.path
  return path === undefined || tableOf[path].kind === 'headers'
}
