'use client'

import { Failure } from '@/lib/site/ui/failure'

/** Inside the site's frame, so that its navigation stays on the screen. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <Failure reference={error.digest} onRetry={reset} />
}
