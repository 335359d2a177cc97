import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { ButtonVariant } from './button'
import { Link } from './link'

const tones = {
  settled: 'border-settled bg-settled-tint',
  waiting: 'border-waiting bg-waiting-tint',
  refused: 'border-refused bg-refused-tint',
  neutral: 'border-edge bg-shade',
}

type NoticeProps = {
  tone: keyof typeof tones
  title: string
  children?: ReactNode
  /** Announces the notice when it appears: progress politely, failures assertively. Leave out for standing text. */
  announce?: 'polite' | 'assertive'
}

export function Notice({ tone, title, children, announce }: NoticeProps) {
  const role = announce === 'assertive' ? 'alert' : announce === 'polite' ? 'status' : undefined
  return (
    <div role={role} className={clsx('grid gap-2 border-s-4 p-4 text-ink', tones[tone])}>
      <p className="font-strong">{title}</p>
      {children && <div className="grid gap-2">{children}</div>}
    </div>
  )
}

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
