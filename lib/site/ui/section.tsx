import type { ReactNode } from 'react'

type SectionProps = { id: string; title: ReactNode; className: string; children: ReactNode }

export function Section({ id, title, className, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="text-title font-strong">
        {title}
      </h2>
      {children}
    </section>
  )
}

export const Unfold = () => (
  <svg viewBox="0 0 12 12" aria-hidden className="size-2.5 shrink-0 fill-none stroke-current" strokeWidth="1.8">
    <path d="m2 4 4 4 4-4" />
  </svg>
)

type FoldedProps = { title: ReactNode; level?: 'h2' | 'h3'; children: ReactNode }

/** A part of a page that is opened in its place. */
export function Folded({ title, level: Heading = 'h2', children }: FoldedProps) {
  return (
    <details className="min-w-0 border-b border-rule">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 font-strong hover:underline [&::-webkit-details-marker]:hidden">
        <Heading>{title}</Heading>
        <Unfold />
      </summary>
      <div className="grid gap-4 pt-2 pb-6">{children}</div>
    </details>
  )
}
