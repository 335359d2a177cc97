import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

type TollBarProps = { isLifted: boolean; isLifting?: boolean }

/**
 * The site's one mark, and always a state: the bar is down (struck with a diagonal) until paid, and up afterwards.
 * It is hidden from assistive technology: words beside it say the same.
 */
export function TollBar({ isLifted, isLifting = false }: TollBarProps) {
  return (
    <svg
      viewBox="0 0 32 24"
      aria-hidden
      className="inline-block h-6 w-8 shrink-0 fill-none stroke-current"
      strokeWidth="2"
    >
      <path d="M5 23V14M1 23h8" />
      <circle cx="5" cy="14" r="2" className="fill-current" />
      {isLifted ? (
        <path d="M5 14 17 1" strokeWidth="3" className={isLifting ? 'lifting' : undefined} />
      ) : (
        <path d="M5 14h26M15 21 23 7" strokeWidth="3" />
      )}
    </svg>
  )
}

type BoughtLineProps = {
  state: string
  /** It was bought just now: the bar is seen going up. */
  isLifting?: boolean
  children?: ReactNode
}

/** Replaces the terms once something was bought: the lifted bar, and the receipt in one line. */
export function BoughtLine({ state, isLifting = false, children }: BoughtLineProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-6 border-t-2 border-ink pt-4">
      <p className="flex min-h-11 items-center gap-3 font-strong">
        <TollBar isLifted isLifting={isLifting} />
        {state}
      </p>
      {children}
    </div>
  )
}

export function BoughtMark() {
  const t = useTranslations('price')
  return (
    <span className="font-strong">
      <span className="me-1.5 inline-block align-middle">
        <TollBar isLifted />
      </span>
      {t('bought')}
    </span>
  )
}
