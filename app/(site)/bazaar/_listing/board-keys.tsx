'use client'

import { useRouter } from 'next/navigation'
import { type MouseEvent, type ReactNode, useEffect, useRef, useTransition } from 'react'
import { WaitingBar } from '@/lib/site/ui/waiting-bar'

const ROWS = 'a[data-entry]'
/** From here on there is a pane beside the list; as `lg` in its styles. */
const WIDE = '(width >= 64rem)'

/**
 * Arrow keys move through the rows, also from the search field. On a wide screen a press on a row, or Enter, opens it in
 * the pane beside the list, where it is tried; on the chosen row, and everywhere else, it opens the entry's page.
 */
export function BoardKeys({ chosen, children }: { chosen: string | null; children: ReactNode }) {
  const router = useRouter()
  const [isOpening, startOpening] = useTransition()
  const list = useRef<HTMLDivElement>(null)
  const isByKey = useRef(false)

  useEffect(() => {
    if (!isByKey.current) return
    isByKey.current = false
    document.getElementById('pane')?.focus()
  }, [chosen])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step === 0 || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
      const { activeElement: focused } = document
      const isInList = list.current?.contains(focused) && focused?.matches(ROWS)
      const isAtStart = focused === document.body || focused?.matches('input[type=search]')
      if (!isInList && !(isAtStart && step === 1)) return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])].filter((row) => row.checkVisibility())
      const next = isInList ? rows.findIndex((row) => row === focused) + step : 0
      event.preventDefault()
      if (next < 0) document.querySelector<HTMLElement>('input[type=search]')?.focus()
      else rows[next]?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  const onClick = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>(ROWS) : null
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!row || !isPlain || !matchMedia(WIDE).matches || row.dataset.entry === chosen) return
    event.preventDefault()
    isByKey.current = event.detail === 0
    const address = new URL(location.href)
    address.searchParams.set('try', row.dataset.entry ?? '')
    startOpening(() => router.replace(`${address.pathname}${address.search}`, { scroll: false }))
  }

  return (
    <div ref={list} onClickCapture={onClick} className="grid min-w-0 content-start gap-3">
      {children}
      {isOpening && <WaitingBar />}
    </div>
  )
}
