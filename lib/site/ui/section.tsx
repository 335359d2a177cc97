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
