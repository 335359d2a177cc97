import clsx from 'clsx'
import type { ReactNode } from 'react'
import { type ButtonVariant, buttonClass } from './button'
import { PageLink } from './page-link'

type LinkProps = { href: string; children: ReactNode; className?: string; variant?: ButtonVariant | 'text' }

/**
 * A link within the site. Pages are rendered per request, so nothing is fetched before the reader asks for it. For URLs
 * that answer with something other than a page (a paid URL, JSON) use `<a>`.
 */
export function Link({ href, children, className, variant = 'text' }: LinkProps) {
  const classes =
    variant === 'text'
      ? clsx('text-accent underline underline-offset-4 hover:text-accent-strong', className)
      : buttonClass(variant, className)
  return (
    <PageLink href={href} className={classes}>
      {children}
    </PageLink>
  )
}
