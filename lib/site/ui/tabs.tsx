import clsx from 'clsx'
import { PageLink } from './page-link'

export type Tab = { title: string; href: string; isCurrent: boolean }

type TabsProps = {
  label: string
  tabs: Tab[]
  isSecond?: boolean
}

/** Tabs are links: each view has its own URL, so a link reproduces the screen and nothing needs a script. */
export function Tabs({ label, tabs, isSecond = false }: TabsProps) {
  return (
    <nav aria-label={label} className={isSecond ? undefined : 'border-b border-rule'}>
      <ul className="-mb-px flex flex-wrap gap-x-4 sm:gap-x-6">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <PageLink
              href={tab.href}
              scroll={false}
              aria-current={tab.isCurrent ? 'page' : undefined}
              className={clsx(
                'flex min-h-11 items-center text-ink',
                isSecond ? 'text-small underline-offset-8' : 'border-b-2 text-small no-underline sm:text-base',
                isSecond && (tab.isCurrent ? 'underline decoration-2' : 'no-underline hover:underline'),
                !isSecond && (tab.isCurrent ? 'border-accent font-strong' : 'border-transparent hover:border-edge'),
              )}
            >
              {tab.title}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
