'use client'

import { Failure } from '@/lib/ui/failure'
import './globals.css'

/** Stands in for the whole document when the root layout itself fails. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>This page could not be shown</title>
        <main className="mx-auto w-full max-w-page px-4 py-12 sm:px-6">
          <Failure reference={error.digest} onRetry={reset} />
        </main>
      </body>
    </html>
  )
}
