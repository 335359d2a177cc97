'use client'

import { NextIntlClientProvider } from 'next-intl'
import { useSyncExternalStore } from 'react'
import type { Messages } from '@/lib/site/messages/catalog'
import german from '@/lib/site/messages/failure/de.json' with { type: 'json' }
import english from '@/lib/site/messages/failure/en.json' with { type: 'json' }
import { Failure } from '@/lib/site/ui/failure'
import './globals.css'

/**
 * Replaces the whole document when the root layout itself fails, and so includes its texts. Their language comes from
 * the browser: the server could not tell it.
 */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const language = useSyncExternalStore(unchanging, languageHere, () => 'en' as const)
  const failure = language === 'de' ? german : english
  return (
    <html lang={language}>
      <body>
        <title>{failure.title}</title>
        <main className="mx-auto w-full max-w-page px-4 py-12 sm:px-6">
          {/* Same keys, other texts: the types of the English ones stand for both. */}
          <NextIntlClientProvider locale={language} messages={{ failure } as Partial<Messages>} timeZone="UTC">
            <Failure reference={error.digest} onRetry={reset} />
          </NextIntlClientProvider>
        </main>
      </body>
    </html>
  )
}

const unchanging = () => () => {}

/** The reader's own choice, else the browser's first language that has texts. */
function languageHere(): 'en' | 'de' {
  const chosen = /(?:^|; )language=(en|de)(?:;|$)/.exec(document.cookie)?.[1]
  const first = chosen ?? navigator.languages.find((each) => /^(en|de)\b/.test(each))
  return first?.startsWith('de') ? 'de' : 'en'
}
