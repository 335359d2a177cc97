import { type ReactNode, Suspense, useState } from 'react'

/** Its content is loaded once it is opened. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  const [isOpened, setOpened] = useState(false)
  return (
    <details
      onToggle={() => setOpened(true)}
      // It may be opened before its scripts arrive.
      ref={(details) => {
        if (details?.open) setOpened(true)
      }}
    >
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small text-accent underline underline-offset-4">
        {title}
      </summary>
      <div className="grid gap-4 pt-2">{isOpened && <Suspense>{children}</Suspense>}</div>
    </details>
  )
}
