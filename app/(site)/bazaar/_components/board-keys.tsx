'use client'

import { type ReactNode, useEffect, useRef } from 'react'

const ROWS = 'a[data-entry]'

export function BoardKeys({ children }: { children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null)

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

  return (
    <div ref={list} className="grid min-w-0 content-start gap-3">
      {children}
    </div>
  )
}
