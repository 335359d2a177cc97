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
