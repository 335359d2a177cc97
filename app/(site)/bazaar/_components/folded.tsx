import type { ReactNode } from 'react'

export function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="min-w-0">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small text-accent underline underline-offset-4">
        {title}
      </summary>
      {children}
    </details>
  )
}
