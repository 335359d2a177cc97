import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { FormState } from '@/app/(site)/dashboard/_actions/form-state'
import type { ReviewedRoute } from '@/lib/site/compose/listing-review'
import { usePressEnd } from '@/lib/site/ui/use-press-end'

const PAUSE_MS = 500

export type LiveReview = {
  fields: Readonly<Record<string, string>>
  /** Null where the form cannot be read yet. */
  review: Omit<ReviewedRoute, 'fields'> | null
  /** Names of the fields that a review decides about: changed since the form was last sent. */
  touched: ReadonlySet<string>
  isBehind: boolean
}

const nothing: LiveReview = { fields: {}, review: null, touched: new Set(), isBehind: false }

/**
 * Makes the server review a form at first, whenever its writer pauses, and after each answer to its sending, which
 * decides about the fields until they change. An overtaken review is dropped.
 */
export function useRouteReview(form: RefObject<HTMLFormElement | null>, answer: FormState) {
  const [{ after, ...known }, setLive] = useState({ ...nothing, after: answer })
  const written = useRef(new Set<string>())
  const turn = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const pressEnd = usePressEnd()

  const review = useCallback(async () => {
    const own = ++turn.current
    if (!form.current) return
    const touched = new Set(written.current)
    // A lost connection keeps the last review; the next pause asks again.
    const found = await askForReview(new FormData(form.current)).catch(() => null)
    await pressEnd()
    if (own !== turn.current) return
    setLive((before) => ({ ...before, ...(found && { ...found, touched, after: answer }), isBehind: false }))
  }, [form, answer, pressEnd])

  useEffect(() => {
    timer.current = setTimeout(() => void review(), 0)
    return () => clearTimeout(timer.current)
  }, [review])

  const onInput = ({ target }: { target: EventTarget }) => {
    const name = Reflect.get(target, 'name')
    if (typeof name !== 'string') return
    written.current.add(name)
    setLive((before) => ({ ...before, isBehind: true }))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void review(), PAUSE_MS)
  }
  const onSend = () => written.current.clear()
  const live: LiveReview = after === answer ? known : { ...known, touched: nothing.touched }
  return { live, onInput, onSend }
}

/** Null when the server refused; else our own endpoint's answer. */
async function askForReview(form: FormData): Promise<Pick<LiveReview, 'fields' | 'review'> | null> {
  const answer = await fetch('/api/dashboard/review', { method: 'POST', body: form })
  if (!answer.ok) return null
  const found = (await answer.json()) as Pick<LiveReview, 'fields' | 'review'> // Only that endpoint writes it.
  for (const option of found.review?.card?.options ?? []) {
    option.amountAtomic = option.amountAtomic === null ? null : BigInt(option.amountAtomic)
  }
  return found
}
