import clsx from 'clsx'
import NextLink from 'next/link'

export type Tab = { title: string; href: string; isCurrent: boolean }

/** Tabs are addresses: each view has its own URL, so a link reproduces the screen and nothing needs a script. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className="border-b border-rule">
      <ul className="-mb-px flex flex-wrap gap-x-6">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <NextLink
              href={tab.href}
              prefetch={false}
              scroll={false}
              aria-current={tab.isCurrent ? 'page' : undefined}
              className={clsx(
                'flex min-h-11 items-center border-b-2 text-ink no-underline',
                tab.isCurrent ? 'border-accent font-strong' : 'border-transparent hover:border-edge',
              )}
            >
              {tab.title}
            </NextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
