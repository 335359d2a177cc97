'use client'

import { Failure } from '@/lib/site/ui/failure'

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="mx-auto w-full max-w-page px-4 py-12 sm:px-6">
      <Failure reference={error.digest} onRetry={reset} />
    </main>
  )
}
