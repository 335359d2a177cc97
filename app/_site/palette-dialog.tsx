'use client'

import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { PageLink } from '@/lib/ui/page-link'
import { findPlaces } from './palette-places'

/** The places of the site and searches, by keyboard: words narrow them, arrows walk, Enter goes, Escape closes. */
export function PaletteDialog({ hasArticles, onClosed }: { hasArticles: boolean; onClosed: () => void }) {
  const t = useTranslations('palette')
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const found = findPlaces(t, typed, hasArticles)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(dialog.current?.querySelectorAll('a') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    if (event.key === 'Enter' && at === -1) {
      event.preventDefault()
      links[0]?.click()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const next = at + (event.key === 'ArrowDown' ? 1 : -1)
    if (next < 0) dialog.current?.querySelector('input')?.focus()
    else links[Math.min(next, links.length - 1)]?.focus()
  }

  return (
    <dialog
      ref={dialog}
      aria-label={t('title')}
      onClose={onClosed}
      onKeyDown={onKeyDown}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
      className="m-auto mt-[10vh] w-[min(36rem,calc(100vw-2rem))] border border-edge bg-sheet p-0 text-ink shadow-dialog backdrop:bg-[rgb(0_0_0/0.45)]"
    >
      <div className="grid max-h-[70vh] grid-rows-[auto_minmax(0,1fr)]">
        <label className="grid gap-1 border-b border-rule p-4">
          <span className="text-small text-quiet">{t('field')}</span>
          <input
            type="search"
            value={typed}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
            className="min-h-11 w-full rounded-[3px] border border-edge bg-paper px-3"
          />
        </label>
        <ul className="overflow-y-auto py-2">
          {found.map(({ title, href }) => (
            <li key={href}>
              <PageLink
                href={href}
                onClick={() => dialog.current?.close()}
                className="block min-h-11 content-center px-4 wrap-anywhere text-ink no-underline hover:bg-shade focus-visible:-outline-offset-2 focus-visible:bg-shade"
              >
                {title}
              </PageLink>
            </li>
          ))}
        </ul>
      </div>
    </dialog>
  )
}
