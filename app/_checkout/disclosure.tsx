import type { ReactNode } from 'react'

export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small text-accent underline underline-offset-4">
        {title}
      </summary>
      <div className="grid gap-4 pt-2">{children}</div>
    </details>
  )
}
