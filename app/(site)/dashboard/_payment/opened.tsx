'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef } from 'react'
import { PageLink } from '@/lib/site/ui/page-link'

type OpenedProps = {
  /** The link that opened it has the id `open-` and this. */
  id: string
  label: string
  /** The page without it. */
  closeHref: string
  children: ReactNode
}

/** Something of a list, opened beside it: it takes the focus, and gives it back as it closes. Escape closes it. */
export function Opened({ id, label, closeHref, children }: OpenedProps) {
  const t = useTranslations('sellerForms.opened')
  const router = useRouter()
  const place = useRef<HTMLElement>(null)

  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    if ((place.current?.getBoundingClientRect().top ?? 0) < 0) place.current?.scrollIntoView()
    return () => document.getElementById(`open-${id}`)?.focus({ preventScroll: true })
  }, [id])
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) router.push(closeHref, { scroll: false })
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [closeHref, router])

  return (
    <section
      ref={place}
      aria-label={label}
      tabIndex={-1}
      className="grid content-start gap-4 border-rule outline-none lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto lg:border lg:bg-sheet lg:p-6"
    >
      <p className="-my-2 flex justify-between gap-4">
        <PageLink
          href={closeHref}
          scroll={false}
          className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
        >
          {t('close')}
        </PageLink>
        <PageLink
          href={`/dashboard/payments/${id}`}
          className="inline-flex min-h-11 items-center text-small text-accent underline underline-offset-4"
        >
          {t('ownPage')}
        </PageLink>
      </p>
      {children}
    </section>
  )
}
