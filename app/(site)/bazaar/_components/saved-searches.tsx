'use client'

import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { Button } from '@/lib/ui/button'
import { Link } from '@/lib/ui/link'
import { dropSearch, type KeptSearch, keepSearch, parseKept, storedText } from './kept-searches'

const CHANGED = 'turnpike:searches'

/** Searches that this browser keeps. The server knows none of them; without a search, `current` is null. */
export function SavedSearches({ current }: { current: KeptSearch | null }) {
  const t = useTranslations('bazaarSearches')
  const [isRefused, setRefused] = useState(false)
  const kept = parseKept(useSyncExternalStore(subscribe, read, () => ''))
  const isSaved = kept.some(({ address }) => address === current?.address)
  const change = (act: (store: Storage) => void) => {
    try {
      act(localStorage)
      setRefused(false)
    } catch {
      // Full, or closed to this site by the reader.
      setRefused(true)
    }
    dispatchEvent(new Event(CHANGED))
  }
  return (
    <details className="open:basis-full">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
        {t('title')}
      </summary>
      <div className="grid max-w-[46rem] justify-items-start gap-2 border-s-2 border-rule ps-4">
        {kept.length === 0 ? (
          <p className="text-quiet">{t('none')}</p>
        ) : (
          <ul className="w-full">
            {kept.map(({ address, words }) => (
              <li key={address} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule">
                <Link href={address} className="inline-block min-h-11 min-w-0 content-center wrap-anywhere">
                  <bdi>{words}</bdi>
                </Link>
                <button
                  type="button"
                  onClick={() => change((store) => dropSearch(store, address))}
                  className="min-h-11 cursor-pointer text-small text-quiet underline underline-offset-4 hover:text-ink"
                >
                  {t.rich('remove', { words, what: (what) => <span className="sr-only">{what}</span> })}
                </button>
              </li>
            ))}
          </ul>
        )}
        {current && !isSaved && (
          <Button onClick={() => change((store) => keepSearch(store, current))}>
            <span className="min-w-0 wrap-anywhere">{t('save', { words: current.words })}</span>
          </Button>
        )}
        {isRefused && (
          <p role="alert" className="text-refused">
            {t('refused')}
          </p>
        )}
      </div>
    </details>
  )
}

function subscribe(notify: () => void): () => void {
  const events = ['storage', CHANGED]
  for (const event of events) addEventListener(event, notify)
  return () => {
    for (const event of events) removeEventListener(event, notify)
  }
}

function read(): string {
  try {
    return storedText(localStorage)
  } catch {
    return ''
  }
}
