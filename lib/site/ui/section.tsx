import type { ReactNode } from 'react'

type SectionProps = { id: string; title: ReactNode; className: string; children: ReactNode }

/** A part of a page, named by its heading. */
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
