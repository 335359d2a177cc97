import type { ReactNode } from 'react'
import { TollBar } from './toll-bar'

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
