import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { ReviewedRoute } from '@/lib/compose/route-review'

const pauseMs = 500

export type LiveReview = {
  fields: Readonly<Record<string, string>>
  /** Null where the form cannot be read yet. */
  review: ReviewedRoute | null
  /** Names of the fields that were changed since the page was loaded. */
  touched: ReadonlySet<string>
  isBehind: boolean
}

/** Has the server look over a form whenever its writer pauses, and once at first. An overtaken answer is dropped. */
export function useRouteReview(form: RefObject<HTMLFormElement | null>): {
  live: LiveReview
  onInput: (event: { target: EventTarget }) => void
} {
  const [live, setLive] = useState<LiveReview>({ fields: {}, review: null, touched: new Set(), isBehind: false })
  const turn = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const review = useCallback(async () => {
    const own = ++turn.current
    if (!form.current) return
    // A lost connection leaves what was known; the next pause asks again.
    const found = await askForReview(new FormData(form.current)).catch(() => null)
    if (own !== turn.current) return
    setLive((before) => ({ ...before, ...found, isBehind: false }))
  }, [form])

  useEffect(() => {
    timer.current = setTimeout(() => void review(), 0)
    return () => clearTimeout(timer.current)
  }, [review])

  const onInput = ({ target }: { target: EventTarget }) => {
    const name = Reflect.get(target, 'name')
    if (typeof name !== 'string') return
    setLive((before) => ({ ...before, touched: new Set(before.touched).add(name), isBehind: true }))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void review(), pauseMs)
  }
  return { live, onInput }
}

/** Null when the server would not say; the answer is our own endpoint's. */
async function askForReview(form: FormData): Promise<Pick<LiveReview, 'fields' | 'review'> | null> {
  const answer = await fetch('/api/dashboard/review', { method: 'POST', body: form })
  if (!answer.ok) return null
  const found = (await answer.json()) as Pick<LiveReview, 'fields' | 'review'> // Written by that endpoint alone.
  for (const option of found.review?.card?.options ?? []) {
    option.amountAtomic = option.amountAtomic === null ? null : BigInt(option.amountAtomic)
  }
  return found
}
