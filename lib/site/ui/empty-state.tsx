import type { ReactNode } from 'react'
import type { ButtonVariant } from './button-class'
import { Link } from './link'

type EmptyStateProps = {
  title: string
  about?: ReactNode
  next?: { href: string; label: string; variant?: ButtonVariant }
  children?: ReactNode
  action?: ReactNode
}

/** Says what this place is for, and the one next action; as wide as what will stand there. */
export function EmptyState({ title, about, next, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-y border-rule py-6 sm:py-8">
      <div className="grid max-w-measure gap-2">
        <p className="font-serif text-title font-strong">{title}</p>
        <div className="text-quiet">{children ?? <p>{about}</p>}</div>
      </div>
      {next ? (
        <Link href={next.href} variant={next.variant ?? 'plain'}>
          {next.label}
        </Link>
      ) : (
        action
      )}
    </div>
  )
}
