'use client'

import { useRouter } from 'next/navigation'
import {
  type ChangeEvent,
  type FormEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useTransition,
} from 'react'
import { WaitingBar } from '@/lib/site/ui/waiting-bar'
import { type ExplorerParameters, explorerAddress } from './addresses'

const PAUSE_MS = 250

/**
 * The search form, which answers while the reader types. The field is never replaced, so it keeps the focus; the
 * address is replaced, so that Back leaves the search instead of going through its letters. `/` focuses the field, and the
 * arrows go from it through the results.
 */
export function LiveSearch({ parameters, children }: { parameters: ExplorerParameters; children: ReactNode }) {
  const router = useRouter()
  const [isLooking, startLooking] = useTransition()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const { query = '' } = parameters
  const fieldOf = () => form.current?.querySelector<HTMLInputElement>('input[type=search]')
  const look = (text: string, move: 'push' | 'replace') => {
    if (timer.current) clearTimeout(timer.current)
    const address = explorerAddress(parameters, { query: text === '' ? null : text })
    startLooking(() => router[move](address, { scroll: false }))
  }
  const onChange = ({ target }: ChangeEvent<HTMLFormElement>) => {
    const text = String(target.value).trim()
    if (timer.current) clearTimeout(timer.current)
    timer.current = setTimeout(() => look(text, 'replace'), PAUSE_MS)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const text = fieldOf()?.value.trim() ?? ''
    if (text !== query) look(text, 'push')
  }

  useEffect(() => {
    const field = fieldOf()
    // A chip, a filter or the history changed the search; text being typed is not replaced.
    if (field && document.activeElement !== field) field.value = query
  }, [query])

  // Scripts load when the field gets the focus; text typed before that has not been searched for.
  const onReady = useEffectEvent(() => {
    const field = fieldOf()
    const typed = field?.value.trim() ?? ''
    if (document.activeElement === field && typed !== query) look(typed, 'replace')
  })
  useEffect(() => onReady(), [])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const target = targetOf(event.key, fieldOf())
      if (!target) return
      event.preventDefault()
      target.focus()
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      if (timer.current) clearTimeout(timer.current)
    }
  }, [])

  return (
    <form
      ref={form}
      method="get"
      action="/bazaar"
      role="search"
      onChange={onChange}
      onSubmit={onSubmit}
      className="flex items-stretch gap-2"
    >
      {children}
      {isLooking && <WaitingBar />}
    </form>
  )
}

/** Where a key leads from what has the focus; nothing for a key that stays with it. */
function targetOf(key: string, field: HTMLElement | null | undefined): HTMLElement | null | undefined {
  const { activeElement: focused } = document
  if (key === '/') return focused?.matches('input, textarea, select') ? null : field
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  const rows = [...document.querySelectorAll<HTMLElement>('a[data-entry]')].filter((row) => row.checkVisibility())
  const place = rows.findIndex((row) => row === focused)
  const isAtStart = focused === document.body || focused === field
  if (step === 0 || (place < 0 && !(isAtStart && step === 1))) return null
  return place + step < 0 ? field : (rows[place + step] ?? (focused as HTMLElement))
}
