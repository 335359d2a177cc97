import clsx from 'clsx'
import { useFormatter } from 'next-intl'
import type { ReactNode } from 'react'
import { Link } from '@/lib/site/ui/link'

type PageProps = {
  title: ReactNode
  about?: ReactNode
  /** In the place of `about` where it leads into the page. */
  intro?: ReactNode
  /** The list that this is a part of. */
  back?: { href: string; label: string }
  /** Below the title. */
  head?: ReactNode
  className?: string
  children?: ReactNode
}

/** A page of a list, a detail or a form: its head, then its parts. */
export const Page = ({ title, about, intro, back, head, className, children }: PageProps) => (
  <div className={clsx('grid gap-8', className)}>
    <header className="grid max-w-measure gap-2">
      {back && (
        <p className="print:hidden">
          <Link href={back.href} className="inline-flex min-h-11 items-center">
            {back.label}
          </Link>
        </p>
      )}
      <h1 className="font-serif text-display font-strong text-balance wrap-anywhere">{title}</h1>
      {about && <p>{about}</p>}
      {intro && <p className="font-serif text-reading">{intro}</p>}
      {head}
    </header>
    {children}
  </div>
)

/** A fact of a detail page; left out where it is unknown. */
export type Fact = [label: string, value: ReactNode]

export const Facts = ({ facts }: { facts: Fact[] }) => (
  <dl className="grid grid-cols-[max-content_minmax(0,1fr)] content-start items-baseline gap-x-6 gap-y-2">
    {facts.map(
      ([label, value]) =>
        value !== null && (
          <div key={label} className="contents">
            <dt className="text-quiet">{label}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ),
    )}
  </dl>
)

/** Numbers that matter, each above its name. */
export function Figures({ label, figures }: { label?: string; figures: [name: string, value: number | string][] }) {
  const format = useFormatter()
  return (
    <section aria-label={label}>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
        {figures.map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse justify-end border-t border-rule pt-2">
            <dt className="text-small text-quiet">{name}</dt>
            <dd className="figures text-title">{typeof value === 'number' ? format.number(value) : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
