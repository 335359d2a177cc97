import clsx from 'clsx'
import type { ReactNode } from 'react'

/** A list, and what was opened of it beside it; on a small screen in its place. */
export function Beside({ opened, children }: { opened: ReactNode; children: ReactNode }) {
  return (
    <div className={clsx('grid gap-8', opened && 'lg:grid-cols-[minmax(0,1fr)_24rem]')}>
      <div className={clsx('grid min-w-0 content-start gap-8', opened && 'max-lg:hidden')}>{children}</div>
      {opened}
    </div>
  )
}
